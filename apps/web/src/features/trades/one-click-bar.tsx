import '../../app/styles-rest.ts';
import { Button, Group, Stack } from '@mantine/core';
import type { Instrument, Side } from '@clearbook/contracts';
import { messages } from '@clearbook/contracts/messages';
import { usdToCents } from '@clearbook/contracts/money';
import { oneClickWords as words } from '@clearbook/contracts/words/orders';
import { tradeWords } from '@clearbook/contracts/words/trading';
import { uiWords } from '@clearbook/contracts/words/ui';
import { exactPrice } from '@clearbook/domain/market';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { useId, useState, type KeyboardEvent } from 'react';
import { centsText, toCents, toUnits } from '../../lib/decimal.ts';
import { formatPrice, formatQuantity, formatUsd, NO_VALUE } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useQuotes } from '../../lib/quotes.ts';
import { opensAt, stepLots, symbolsFor } from '../../lib/ticket.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { lots as lotsRule } from '@clearbook/contracts/trading';
import { Amount } from '../../ui/amount.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { LivePrice } from '../../ui/price.tsx';
import { toast } from '../../ui/toast.ts';
import { asksFirst, collateralFor, useOneClick } from './one-click-settings.ts';
import { NoFreshPrice } from '../../ui/price-age.tsx';
import { useNoFreshPrice } from '../../lib/realtime.ts';
import { DecimalInput } from '../../ui/decimal-input.tsx';
import classes from './one-click.module.css';
import face from './side.module.css';
import positions from './positions.module.css';
import { deviationOf, deviationText, useDeviation } from './max-deviation.ts';
import { figuresFor } from './preview.ts';
import { Sheet } from './sheet.tsx';

const LEAST = '0.01';

type Asking = { side: Side; why: 'size' | 'loan' };

/** Two prices that trade at a click, up to the guard; above it, and while a loan is owed, they ask first. Nothing where one-click is off. */
export default function OneClickBar({ instrument }: { instrument: Instrument }) {
  const [kept, keep] = useOneClick();
  const [deviation] = useDeviation();
  const symbols = kept.guard === null ? [] : symbolsFor(instrument);
  const quotes = useQuotes(symbols);
  const off = useNoFreshPrice(symbols);
  const { data: account } = useQuery(queries.account());
  const id = useId();
  const [asking, setAsking] = useState<Asking | null>(null);
  const text = kept.lots[instrument.symbol] ?? LEAST;
  const [typed, setTyped] = useState({ symbol: instrument.symbol, text });
  if (typed.symbol !== instrument.symbol) setTyped({ symbol: instrument.symbol, text });
  const size = lotsRule.safeParse(typed.text.trim());
  const lots = size.success ? toUnits(typed.text.trim(), 2) : null;
  const figures = lots === null ? null : figuresFor(instrument, { lots, amount: null, price: null }, quotes);
  const available = account === undefined ? null : toCents(account.available.amount);
  const collateral = figures === null || available === null ? null : collateralFor(figures.requiredMargin, available);
  const order = useSubmit('POST /orders', {
    failed: messages.trade.failed,
    topics: ['trades', 'account'],
    onSuccess: (reply, { body }) => {
      setAsking(null);
      if (body === undefined) return;
      const price = reply.filled_price === null ? NO_VALUE : formatPrice(reply.filled_price, instrument.digits);
      toast.success(messages.trade.placedAt(body.side, formatQuantity(body.lots, instrument), price));
    },
    onProblem: (problem) => toast.error(problem.detail),
  });
  if (kept.guard === null) return null;
  const guard = formatUsd(kept.guard);
  const known = figures !== null && collateral !== null && account !== undefined;
  const ready = known && instrument.open && !order.pending && !off;

  const place = (side: Side) => {
    if (collateral === null) return;
    const seen = quotes[instrument.symbol]?.[opensAt(side)];
    const body = {
      symbol: instrument.symbol,
      side,
      lots: typed.text.trim(),
      amount: centsText(collateral),
      type: 'market' as const,
      ...deviationOf(deviation, seen),
    };
    void order.submit({ body });
  };
  const click = (side: Side) => {
    if (figures === null || account === undefined) return;
    const why = asksFirst(figures.notional, usdToCents(kept.guard ?? '0'), toCents(account.borrowed.amount));
    if (why === null) place(side);
    else setAsking({ side, why });
  };
  const change = (next: string) => {
    setTyped({ symbol: instrument.symbol, text: next });
    if (lotsRule.safeParse(next.trim()).success)
      keep({ ...kept, lots: { ...kept.lots, [instrument.symbol]: next.trim() } });
  };
  const onArrow = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    change(stepLots(typed.text, (event.key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 10 : 1)));
  };
  const { digits, name } = instrument;
  const button = (side: Side) => (
    <div className={classes.side}>
      <button
        type="button"
        className={clsx(face.face, face[side], classes.price)}
        aria-describedby={`${id}-${side}`}
        disabled={!ready}
        onClick={() => click(side)}
      >
        {side === 'buy' ? tradeWords.buy : tradeWords.sell}
        <span className={positions.hidden}> {words.button(typed.text, name)}</span>
      </button>
      <span id={`${id}-${side}`} className={clsx(face.figure, classes.figure)}>
        <LivePrice symbol={instrument.symbol} at={opensAt(side)} digits={digits} coloured={false} />
      </span>
    </div>
  );
  return (
    <section className={classes.bar} aria-label={words.region}>
      <div className={classes.row}>
        {button('sell')}
        <DecimalInput
          size="xs"
          className={classes.lots ?? ''}
          aria-label={words.lots}
          value={typed.text}
          error={!size.success}
          onChange={change}
          onKeyDown={onArrow}
        />
        {button('buy')}
      </div>
      <p className={classes.hint} aria-live="polite">
        {size.success ? words.upTo(guard, deviationText(deviation)) : (size.error.issues[0]?.message ?? '')}
      </p>
      <NoFreshPrice symbols={symbols} />
      <Sheet opened={asking !== null} title={words.confirmTitle} onClose={() => setAsking(null)}>
        <Stack gap="md">
          <p className={positions.note}>{asking?.why === 'loan' ? words.whyLoan : words.whySize(guard)}</p>
          <dl className={positions.figures}>
            <div>
              <dt>{tradeWords.columns.asset}</dt>
              <dd>
                {name} · {asking?.side === 'sell' ? tradeWords.sell : tradeWords.buy} {typed.text}
              </dd>
            </div>
            <div>
              <dt>{tradeWords.expectedFill}</dt>
              <dd>
                {figures === null ? NO_VALUE : formatPrice(exactPrice(figures.fill[asking?.side ?? 'buy']), digits)}
              </dd>
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
            <Button variant="default" onClick={() => setAsking(null)}>
              {uiWords.cancel}
            </Button>
            <Button loading={order.pending} disabled={off} onClick={() => asking !== null && place(asking.side)}>
              {words.confirm}
            </Button>
          </Group>
        </Stack>
      </Sheet>
    </section>
  );
}
