import type { PublicSettings } from '@clearbook/contracts';
import type { Transparency } from '@clearbook/contracts/transparency';
import { transparencyWords as words } from '@clearbook/contracts/words/transparency';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { API_BASE } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { PublicFrame } from '../access/public-frame.tsx';
import { LogAlarmSlot } from '../verify/log-alarm-slot.tsx';
import { Holds, Sums } from './published-sums.tsx';
import { Question } from './question.tsx';
import { Tape } from './tape-download.tsx';
import classes from './transparency.module.css';

/** What anybody may check about the books, signed in or not: plain sentences first, hashes behind a fold. */
export default function TransparencyPage() {
  const figures = useQuery(queries.transparency());
  const site = useQuery(queries.publicSettings());
  return (
    <PublicFrame wide heading={words.title} title={words.title} text={words.intro}>
      <LogAlarmSlot />
      {figures.data === undefined ? (
        figures.isPending ? (
          <p role="status">{words.loading}</p>
        ) : (
          <ErrorState error={figures.error} onRetry={() => void figures.refetch()} />
        )
      ) : (
        <div className={classes.page}>
          <Books books={figures.data.books} />
          <Sums counted={figures.data.counted} />
          <Payouts payouts={figures.data.payouts} />
          <Holds holds={figures.data.holds} />
          <Question title={words.twoPeople}>
            {words.twoPeopleText(figures.data.two_people.recent, figures.data.two_people.ever)} {words.twoPeopleWhen}
          </Question>
          {site.data !== undefined && <Losers site={site.data} />}
          <Log log={figures.data.log} />
          <Witnesses witnesses={figures.data.log.witnesses} />
          <Tape tape={figures.data.tape} />
          <Check log={figures.data.log} counted={figures.data.counted} />
          {site.data?.mode === 'demo' && <p className={classes.small}>{words.paper}</p>}
          <p className={classes.small}>
            {words.asOf(formatDateTime(figures.data.as_of))} <Link to="/">{words.signIn}</Link>
          </p>
        </div>
      )}
    </PublicFrame>
  );
}

function Books({ books: { differences, checked_at } }: { books: Transparency['books'] }) {
  const at = checked_at === null ? null : formatDateTime(checked_at);
  if (differences > 0)
    return (
      <Question title={words.books} bad>
        {words.differ(differences)} {at === null ? words.unchecked : words.checkedAt(at)}
      </Question>
    );
  return <Question title={words.books}>{at === null ? words.unchecked : words.balance(at)}</Question>;
}

function Log({ log: { checkpoint, signed_at, waiting } }: { log: Transparency['log'] }) {
  const signed =
    signed_at === null || checkpoint === null ? null : words.signed(checkpoint.size, formatDateTime(signed_at));
  return (
    <Question title={words.log}>
      {signed ?? (checkpoint === null ? words.noCheckpoint : words.unsigned)}{' '}
      {waiting === 0 ? words.upToDate : words.behind(waiting)}
    </Question>
  );
}

function Witnesses({ witnesses }: { witnesses: Transparency['log']['witnesses'] }) {
  return (
    <Question title={words.witnesses}>
      {witnesses.every(({ cosigned }) => cosigned === null) && <p>{words.noWitness}</p>}
      {witnesses.map(({ vkey, name, cosigned }) => (
        <p key={vkey}>
          {cosigned === null ? words.silent(name) : words.cosigned(name, cosigned.size, formatDateTime(cosigned.at))}
        </p>
      ))}
    </Question>
  );
}

/** What the risk warning says too, from the same figure. */
function Losers({ site: { track_record: record } }: { site: PublicSettings }) {
  return (
    <Question title={words.losers}>
      {record === null ? words.noRecord : words.lost(record.lost_percent, record.until)}
    </Question>
  );
}

function Payouts({ payouts: { overdue, oldest_hours: hours } }: Pick<Transparency, 'payouts'>) {
  return (
    <Question title={words.overdue}>
      {overdue === 0 ? words.noneOverdue : words.someOverdue(overdue)} {hours !== null && words.oldest(hours)}
    </Question>
  );
}

function Check({ log: { checkpoint, keys, witnesses }, counted }: Pick<Transparency, 'log' | 'counted'>) {
  return (
    <Question title={words.check}>
      <p>{words.checkText}</p>
      <p>{words.mirror}</p>
      <ul>
        <li>
          <Link to="/verify">{words.checkFile}</Link>
        </li>
        <li>
          <a href="/log/checkpoint">{words.checkpoint}</a>
        </li>
        <li>
          <a href="/log/vkey">{words.keys}</a>
        </li>
        <li>
          <a href={`${API_BASE}/transparency`}>{words.api}</a>
        </li>
      </ul>
      <details>
        <summary>{words.details}</summary>
        <dl className={classes.hashes}>
          {checkpoint !== null && <Hash name={words.root} value={checkpoint.root} />}
          {counted?.roots.map((root) => (
            <CountRoot key={root.tree} day={counted.day} root={root} />
          ))}
          {keys.map(({ vkey, retired_at }) => (
            <Hash
              key={vkey}
              name={retired_at === null ? words.key : words.formerKey(formatDateTime(retired_at))}
              value={vkey}
            />
          ))}
          {witnesses.map(({ vkey, name }) => (
            <Hash key={vkey} name={words.witnessKey(name)} value={vkey} />
          ))}
        </dl>
      </details>
    </Question>
  );
}

/** The root of a day's count, and all that anybody needs to find it in the log. */
function CountRoot({ day, root }: { day: string; root: NonNullable<Transparency['counted']>['roots'][number] }) {
  return (
    <>
      <Hash name={words.countRoot[root.tree](day)} value={root.hash} />
      {root.nonce === null || root.leaf_index === null ? (
        <Hash name={words.countBytes} value={words.countWaits} />
      ) : (
        <>
          <Hash name={words.countBytes} value={`${root.canonical} ${root.nonce}`} />
          <Hash name={words.countPlace} value={root.leaf_index.toLocaleString('en')} />
        </>
      )}
    </>
  );
}

function Hash({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
