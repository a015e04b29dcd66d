import type { Me } from '@clearbook/contracts';
import type { SignalPlanOffer } from '@clearbook/contracts/plans';
import { messages } from '@clearbook/contracts/messages';
import { planWords } from '@clearbook/contracts/words/plans';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { formatDateTime, formatPrice, formatUsd, signOf } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { Amount } from '../../ui/amount.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import {
  BuyButton,
  type Change,
  PurchaseDialog,
  PurchaseList,
  TermsList,
  cards,
  type Wanted,
} from '../purchases/index.ts';
import classes from './signal.module.css';

const { signal: words } = planWords;
const CARDS_LOADING = 5;

/** How much of the signals the client sees, and until when that is everything. */
export function SignalStrength() {
  const { data, error } = useQuery(queries.signalPlans());
  // The plans below, from the same answer, say what went wrong.
  if (data === undefined) return error === null ? <Skeleton height={90} radius="lg" /> : null;
  const { signal_strength: strength, unlimited_until: until } = data;
  return (
    <Panel>
      <div className={classes.strength}>
        <span id="signal-strength-now">{words.strength}</span>
        <strong>{strength}%</strong>
      </div>
      <progress className={classes.bar} max={100} value={strength} aria-labelledby="signal-strength-now" />
      {until !== null && (
        <p className={classes.reach}>
          {words.unlimitedUntil(formatDateTime(until))}, {words.afterwards(data.percent)}
        </p>
      )}
    </Panel>
  );
}

/** The plans that raise the signal strength, bought from the balance. Staff, who hold no account, only look at them. */
export function SignalPlans({ me }: { me: Me }) {
  const client = me.role === 'client';
  const mayBuy = client && me.status === 'active';
  const { data, error, refetch } = useQuery(queries.signalPlans());
  const [wanted, setWanted] = useState<Wanted | null>(null);
  if (data === undefined && error !== null)
    return <ErrorState title={messages.plans.signalFetchFailed} error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  return (
    <div className={cards.stack}>
      <section aria-label={words.plans}>
        <h2 className={cards.heading}>{words.plans}</h2>
        {!mayBuy && <p className={cards.lead}>{client ? messages.plans.suspended : words.staff}</p>}
        <div className={classes.plans}>
          {data.data.map((offer) => (
            <PlanCard key={offer.id} offer={offer} now={data} onBuy={mayBuy ? setWanted : undefined} />
          ))}
        </div>
      </section>
      {client && (
        <PurchaseList
          kind="signal_plan"
          title={words.receipts}
          empty={{ title: words.noReceipts, text: words.noReceiptsText }}
        />
      )}
      <PurchaseDialog route="POST /signal-plans/:id/purchase" wanted={wanted} onClose={() => setWanted(null)} />
    </div>
  );
}

type Now = {
  signal_strength: number;
  percent: number;
  unlimited_until: string | null;
  instruments_covered: number;
  instruments: number;
};

type CardProps = { offer: SignalPlanOffer; now: Now; onBuy: ((wanted: Wanted) => void) | undefined };

function PlanCard({ offer, now, onBuy }: CardProps) {
  const id = useId();
  const price = formatUsd(offer.price.amount);
  const rows = changesWith(offer, now);
  return (
    <article className={cards.card} aria-labelledby={id}>
      <div className={cards.cardHead}>
        <h3 id={id}>{offer.name}</h3>
        <span className={classes.boost}>
          {offer.boost === null ? words.days(offer.days ?? 0) : words.boost(offer.boost)}
        </span>
      </div>
      <p className={cards.price}>
        <Amount value={offer.price} />
      </p>
      <RecordLine />
      {offer.improves && <TermsList changes={rows} />}
      {offer.days !== null && <p className={classes.how}>{words.adds(offer.days)}</p>}
      <div className={cards.foot}>
        {onBuy !== undefined && offer.improves && (
          <BuyButton
            price={offer.price}
            label={words.buy(offer.name, price)}
            onBuy={() =>
              onBuy({
                offer,
                changes: rows.filter(({ before, after }) => before !== after),
                note: offer.boost !== null && now.unlimited_until !== null ? words.later : undefined,
              })
            }
          />
        )}
        {onBuy !== undefined && !offer.improves && <p className={cards.noGain}>{words.noGain}</p>}
      </div>
    </article>
  );
}

/** What these signals have been worth so far, next to the price of seeing more of them. */
function RecordLine() {
  const { data } = useQuery(queries.signalRecord());
  if (data === undefined) return null;
  const origin = data.live.totals.ended > 0 ? 'live' : 'backtest';
  const { average_r: average, ended } = data[origin].totals;
  const kind = average === null ? 'none' : signOf(average);
  return (
    <p className={classes.recordLine} data-kind={kind}>
      {words.recordLine[kind](formatPrice(average ?? '0'), ended.toLocaleString('en-US'), origin === 'backtest')}
    </p>
  );
}

/** What this client would have: for good, or until when everything. */
function changesWith(offer: SignalPlanOffer, now: Now): Change[] {
  const reach: Change = {
    key: 'reach',
    name: words.reach,
    before: String(now.instruments_covered),
    after: String(now.unlimited_until === null ? offer.instruments_after : now.instruments),
  };
  if (offer.boost !== null)
    return [
      {
        key: 'strength',
        name: planWords.receipt.strength,
        before: `${now.percent}%`,
        after: `${offer.percent_after}%`,
      },
      ...(now.unlimited_until === null ? [reach] : []),
    ];
  return [
    { key: 'strength', name: words.from, before: `${now.signal_strength}%`, after: '100%' },
    {
      key: 'until',
      name: words.until,
      before: now.unlimited_until === null ? planWords.receipt.none : formatDateTime(now.unlimited_until),
      from: null,
      after: offer.unlimited_after === null ? planWords.receipt.none : formatDateTime(offer.unlimited_after),
    },
  ];
}

function Loading() {
  return (
    <div className={cards.stack}>
      <div className={classes.plans}>
        {Array.from({ length: CARDS_LOADING }, (_, i) => (
          <Skeleton key={i} height={240} radius="lg" />
        ))}
      </div>
    </div>
  );
}
