import type { Trader } from '@clearbook/contracts/copying';
import { copyWords as words } from '@clearbook/contracts/words/copying';
import { Badge, Button } from '@mantine/core';
import { Link } from 'react-router';
import { Amount } from '../../ui/amount.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PersonPicture } from '../../ui/person-picture.tsx';
import { Percent } from './percent.tsx';
import { Figure, RecordFigures } from './record-figures.tsx';
import classes from './traders.module.css';

type Props = {
  trader: Trader;
  onCopy?: ((trader: Trader) => void) | undefined;
  onCancel?: ((trader: Trader) => void) | undefined;
  onDelete?: ((trader: Trader) => void) | undefined;
};

/** One trader: who they are, what their own trades have come to, and what copying them asks for. */
export function TraderCard({ trader, onCopy, onCancel, onDelete }: Props) {
  const { record, copy } = trader;
  return (
    <Panel>
      <article className={classes.card} aria-label={trader.name}>
        <div className={classes.who}>
          <PersonPicture id={trader.id} name={trader.name} src={trader.picture} size={48} />
          <div className={classes.names}>
            <h2 className={classes.name}>
              <Link to={`/trader/${trader.id}`} aria-label={words.view(trader.name)}>
                {trader.name}
              </Link>
            </h2>
            <TraderTags trader={trader} />
          </div>
        </div>
        {trader.strategy !== null && <p className={classes.text}>{words.strategies[trader.strategy].text}</p>}
        {record === null ? (
          <div className={classes.none}>
            <p className={classes.noneTitle}>{words.noRecord}</p>
            <p className={classes.text}>{words.noRecordText}</p>
          </div>
        ) : (
          <RecordFigures trader={trader} />
        )}
        <TraderTerms trader={trader} />
        <StaffTyped trader={trader} />
        <div className={classes.actions}>
          {onCopy !== undefined && copy === null && record !== null && !trader.own && (
            <Button onClick={() => onCopy(trader)} aria-label={`${words.copy} ${trader.name}`}>
              {words.copy}
            </Button>
          )}
          {onCancel !== undefined && copy !== null && (
            <Button
              variant="default"
              disabled={copy.status === 'stopping'}
              onClick={() => onCancel(trader)}
              aria-label={`${words.cancel} ${trader.name}`}
            >
              {copy.status === 'stopping' ? words.stopping : words.cancel}
            </Button>
          )}
          {onDelete !== undefined && (
            <Button
              variant="light"
              color="loss"
              onClick={() => onDelete(trader)}
              aria-label={`${words.deleteTrader} ${trader.name}`}
            >
              {words.deleteTrader}
            </Button>
          )}
        </div>
      </article>
    </Panel>
  );
}

export function TraderTags({ trader }: { trader: Trader }) {
  const { copy } = trader;
  return (
    <div className={classes.tags}>
      {trader.kind === 'bot' && (
        <Badge variant="light" color="gray" tt="none">
          {words.bot}
        </Badge>
      )}
      {trader.own && (
        <Badge variant="light" color="ink" tt="none">
          {words.own}
        </Badge>
      )}
      {copy !== null && (
        <Badge variant="light" color="ink" tt="none">
          {words.status[copy.status]}
        </Badge>
      )}
    </div>
  );
}

export function TraderTerms({ trader }: { trader: Trader }) {
  return (
    <dl className={`${classes.figures} ${classes.terms}`}>
      <Figure name={words.figures.minibalance}>
        <Amount value={trader.minibalance} />
      </Figure>
      <Figure name={words.figures.profitShare}>
        <Percent value={trader.profit_share} />
      </Figure>
    </dl>
  );
}

/** What staff typed. Only the server decides who gets it. */
export function StaffTyped({ trader }: { trader: Trader }) {
  const { staff } = trader;
  // Nobody typed anything about a program of the house.
  if (staff === null || trader.kind === 'bot') return null;
  return (
    <div className={classes.typed}>
      <p className={classes.typedTitle}>{words.staffTyped}</p>
      <dl className={classes.figures}>
        <Figure name={words.staffReturn}>{staff.return_rate === '' ? words.staffNoAccount : staff.return_rate}</Figure>
        <Figure name={words.staffFollowers}>{staff.followers === '' ? words.staffNoAccount : staff.followers}</Figure>
        <Figure name={words.staffAccount}>{staff.client_email ?? words.staffNoAccount}</Figure>
      </dl>
    </div>
  );
}
