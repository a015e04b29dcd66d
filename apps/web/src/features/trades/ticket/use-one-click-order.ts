import type { Instrument, RequestBody, Side } from '@clearbook/contracts';
import { messages } from '@clearbook/contracts/messages';
import { usdToCents } from '@clearbook/contracts/money';
import { lots as lotsRule } from '@clearbook/contracts/trading';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { centsText, toCents, toUnits } from '../../../lib/decimal.ts';
import { formatPrice, formatQuantity, NO_VALUE } from '../../../lib/format.ts';
import { queries } from '../../../lib/queries.ts';
import { useQuotes } from '../../../lib/quotes.ts';
import { useNoFreshPrice } from '../../../lib/realtime.ts';
import { opensAt, symbolsFor } from '../../../lib/ticket.ts';
import { useSubmit } from '../../../lib/use-submit.ts';
import { toast } from '../../../ui/toast.ts';
import { deviationOf, useDeviation } from './max-deviation.ts';
import { asksFirst, collateralFor, useOneClick } from './one-click-settings.ts';
import { figuresFor } from './preview.ts';

const LEAST = '0.01';

type Asking = { side: Side; why: 'size' | 'loan' };

/** The size of the next click, what it would mean at the quotes of this moment, and the click itself. */
export function useOneClickOrder(instrument: Instrument) {
  const { symbol, digits } = instrument;
  const [kept, keep] = useOneClick();
  const [deviation] = useDeviation();
  const symbols = kept.guard === null ? [] : symbolsFor(instrument);
  const quotes = useQuotes(symbols);
  const off = useNoFreshPrice(symbols);
  const { data: account } = useQuery(queries.account());
  const [asking, setAsking] = useState<Asking | null>(null);
  const text = kept.lots[symbol] ?? LEAST;
  const [typed, setTyped] = useState({ symbol, text });
  if (typed.symbol !== symbol) setTyped({ symbol, text });
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
      const price = reply.filled_price === null ? NO_VALUE : formatPrice(reply.filled_price, digits);
      toast.success(messages.trade.placedAt(body.side, formatQuantity(body.lots, instrument), price));
    },
    onProblem: (problem) => toast.error(problem.detail),
  });
  const sent = useRef<RequestBody<'POST /orders'> | null>(null);
  const place = (side: Side) => {
    if (collateral === null) return;
    const asked = { symbol, side, lots: typed.text.trim(), type: 'market' as const };
    // A click whose answer was lost is sent again as it was, price and collateral included: it may have taken effect.
    const lost = order.problem?.uncertain === true ? sent.current : null;
    const again = lost?.symbol === symbol && lost.side === side && lost.lots === asked.lots;
    const body = again
      ? lost
      : { ...asked, amount: centsText(collateral), ...deviationOf(deviation, quotes[symbol]?.[opensAt(side)]) };
    sent.current = body;
    void order.submit({ body });
  };
  return {
    guard: kept.guard,
    deviation,
    symbols,
    off,
    asking,
    stopAsking: () => setAsking(null),
    text: typed.text,
    size,
    figures,
    collateral,
    pending: order.pending,
    problem: order.problem,
    ready:
      figures !== null && collateral !== null && account !== undefined && instrument.open && !order.pending && !off,
    place,
    /** Places it, or asks first where it is larger than the guard or a loan is owed. */
    click: (side: Side) => {
      if (figures === null || account === undefined) return;
      const why = asksFirst(figures.notional, usdToCents(kept.guard ?? '0'), toCents(account.borrowed.amount));
      if (why === null) place(side);
      else setAsking({ side, why });
    },
    change: (next: string) => {
      setTyped({ symbol, text: next });
      if (lotsRule.safeParse(next.trim()).success) keep({ ...kept, lots: { ...kept.lots, [symbol]: next.trim() } });
    },
  };
}
