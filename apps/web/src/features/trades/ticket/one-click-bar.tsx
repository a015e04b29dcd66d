import '../../../app/styles-rest.ts';
import { Button, Group, Stack } from '@mantine/core';
import type { Instrument, Side } from '@clearbook/contracts';
import { oneClickWords as words } from '@clearbook/contracts/words/orders';
import { tradeWords } from '@clearbook/contracts/words/trading';
import { uiWords } from '@clearbook/contracts/words/ui';
import { exactPrice } from '@clearbook/domain/market';
import clsx from 'clsx';
import { useId, type KeyboardEvent } from 'react';
import { centsText } from '../../../lib/decimal.ts';
import { formatPrice, formatUsd, NO_VALUE } from '../../../lib/format.ts';
import { opensAt, stepLots } from '../../../lib/ticket.ts';
import { useRestrictions } from '../../../lib/use-restrictions.ts';
import { Amount } from '../../../ui/amount.tsx';
import { DecimalInput } from '../../../ui/decimal-input.tsx';
import { FormErrorSummary } from '../../../ui/form-error-summary.tsx';
import { NoFreshPrice } from '../../../ui/price-age.tsx';
import { LivePrice } from '../../../ui/price.tsx';
import { KnowledgeFirst, useKnowledgeFirst } from '../../knowledge/index.ts';
import positions from '../positions/positions.module.css';
import { Sheet } from '../sheet.tsx';
import { deviationText } from './max-deviation.ts';
import classes from './one-click.module.css';
import face from './side.module.css';
import { useOneClickOrder } from './use-one-click-order.ts';

type OneClick = ReturnType<typeof useOneClickOrder>;

/** Two prices that trade at a click, up to the guard; above it, and while a loan is owed, they ask first. Nothing where one-click is off. */
export default function OneClickBar({ instrument }: { instrument: Instrument }) {
  const order = useOneClickOrder(instrument);
  const { text, size, change } = order;
  if (order.guard === null) return null;
  const guard = formatUsd(order.guard);
  const onArrow = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    change(stepLots(text, (event.key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 10 : 1)));
  };
  return (
    <section className={classes.bar} aria-label={words.region}>
      <KnowledgeFirst />
      <div className={classes.row}>
        <SideOf side="sell" instrument={instrument} order={order} />
        <DecimalInput
          size="xs"
          className={classes.lots ?? ''}
          aria-label={words.lots}
          value={text}
          error={!size.success}
          onChange={change}
          onKeyDown={onArrow}
        />
        <SideOf side="buy" instrument={instrument} order={order} />
      </div>
      <p className={classes.hint} aria-live="polite">
        {size.success ? words.upTo(guard, deviationText(order.deviation)) : (size.error.issues[0]?.message ?? '')}
      </p>
      <NoFreshPrice symbols={order.symbols} />
      <Sheet opened={order.asking !== null} title={words.confirmTitle} onClose={order.stopAsking}>
        <Question instrument={instrument} order={order} guard={guard} />
      </Sheet>
    </section>
  );
}

type Props = { instrument: Instrument; order: OneClick };

function SideOf({ side, instrument, order }: Props & { side: Side }) {
  const id = useId();
  const restricted = useRestrictions().has(instrument.symbol);
  const asked = useKnowledgeFirst() !== null;
  return (
    <div className={classes.side}>
      <button
        type="button"
        className={clsx(face.face, face[side], classes.price)}
        aria-describedby={id}
        disabled={!order.ready || restricted || asked}
        onClick={() => order.click(side)}
      >
        {side === 'buy' ? tradeWords.buy : tradeWords.sell}
        <span className={positions.hidden}> {words.button(order.text, instrument.name)}</span>
      </button>
      <span id={id} className={clsx(face.figure, classes.figure)}>
        <LivePrice symbol={instrument.symbol} at={opensAt(side)} digits={instrument.digits} coloured={false} />
      </span>
    </div>
  );
}

/** What is asked before a click that is large, or that a loan stands behind. */
function Question({ instrument: { name, digits }, order, guard }: Props & { guard: string }) {
  const { asking, figures, collateral } = order;
  return (
    <Stack gap="md">
      <p className={positions.note}>{asking?.why === 'loan' ? words.whyLoan : words.whySize(guard)}</p>
      <dl className={positions.figures}>
        <div>
          <dt>{tradeWords.columns.asset}</dt>
          <dd>
            {name} · {asking?.side === 'sell' ? tradeWords.sell : tradeWords.buy} {order.text}
          </dd>
        </div>
        <div>
          <dt>{tradeWords.expectedFill}</dt>
          <dd>{figures === null ? NO_VALUE : formatPrice(exactPrice(figures.fill[asking?.side ?? 'buy']), digits)}</dd>
        </div>
        <div>
          <dt>{tradeWords.tradeValue}</dt>
          <dd>{figures === null ? NO_VALUE : <Amount value={centsText(figures.notional)} />}</dd>
        </div>
        <div>
          <dt>{words.collateral}</dt>
          <dd>{collateral === null ? NO_VALUE : <Amount value={centsText(collateral)} />}</dd>
        </div>
      </dl>
      <FormErrorSummary>{order.problem?.detail}</FormErrorSummary>
      <Group justify="flex-end">
        <Button variant="default" onClick={order.stopAsking}>
          {uiWords.cancel}
        </Button>
        <Button
          loading={order.pending}
          disabled={order.off}
          onClick={() => asking !== null && order.place(asking.side)}
        >
          {words.confirm}
        </Button>
      </Group>
    </Stack>
  );
}
