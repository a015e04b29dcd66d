import { credit, debit, entry } from '../../kernel/accounts.ts';
import type { Context, Decision, NotificationDraft } from '../../kernel/decision.ts';
import { PARTIES, type Party } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { changed, created } from '../../kernel/table.ts';
import { type Cents, formatUsd } from '../../money/index.ts';
import { minuteRoundedDown } from '../../periods/minutes.ts';
import { withdrawable } from '../funding/request-withdrawal.ts';
import { refuseOnBreak } from '../protection/guard.ts';
import { PACKAGES, type Purchase, PURCHASES } from './model.ts';
import { improves, leverageByGroup, termsWith } from './packages.ts';
import { refuse } from './refusals.ts';
import { priceNow } from './sale.ts';
import { afterSignalPlan, SIGNAL_PLANS } from './signal-plans.ts';

type Buying = {
  readonly clientId: string;
  /** The price that the client was shown, in cents; where it is another one by now, nothing is bought. Left out: at any price. */
  readonly shownPrice?: Cents;
};
export type BuyPackage = Buying & { readonly kind: 'buy_package'; readonly packageId: string };
export type BuySignalPlan = Buying & { readonly kind: 'buy_signal_plan'; readonly planId: string };

/** A package counts from the next quote on: spreads and leverage are the client's best, never above the regulatory cap. */
export function decideBuyPackage(state: State, command: BuyPackage, context: Context): Decision {
  const party = buyer(state, command.clientId);
  if (party.status !== 'active') return refuse('plan.suspended');
  const held = refuseOnBreak(state, party.id, context.now);
  if (held) return held;
  const wanted = state.of(PACKAGES).get(command.packageId);
  if (wanted === undefined) return refuse('plan.not_found');
  const price = priceNow(state, 'package', wanted, context.now);
  if (price === null) return refuse('plan.retired');
  if (!improves(party, wanted)) return refuse('plan.no_gain');
  const after = termsWith(party, wanted);
  const leverage = leverageByGroup(after);
  return buy(
    party,
    { ...party, ...after },
    {
      kind: 'package',
      plan: { ...wanted, price },
      shownPrice: command.shownPrice,
      effect: {
        ...NO_EFFECT,
        markupBefore: party.markup,
        markupAfter: after.markup,
        ceilingBefore: party.leverageCeiling,
        ceilingAfter: after.leverageCeiling,
      },
    },
    context,
    {
      template: 'package-bought',
      values: {
        pips: tenths(after.markup),
        points: after.markup.toString(),
        major: ratio(leverage.forexMajor),
        other: ratio(leverage.forexOther),
        stock: ratio(leverage.stock),
        crypto: ratio(leverage.crypto),
      },
    },
  );
}

/** A boost stays; unlimited signals run for their days, after those that are already paid for. */
export function decideBuySignalPlan(state: State, command: BuySignalPlan, context: Context): Decision {
  const party = buyer(state, command.clientId);
  if (party.status !== 'active') return refuse('plan.suspended');
  const held = refuseOnBreak(state, party.id, context.now);
  if (held) return held;
  const wanted = SIGNAL_PLANS.find(({ id }) => id === command.planId);
  if (wanted === undefined) return refuse('plan.not_found');
  const price = priceNow(state, 'signal_plan', wanted, context.now);
  if (price === null) return refuse('plan.retired');
  const after = afterSignalPlan(party, wanted, context.now);
  if (after === null) return refuse('plan.no_gain');
  const effect: Effect = {
    ...NO_EFFECT,
    percentBefore: party.signalPercent,
    percentAfter: after.signalPercent,
    unlimitedBefore: party.unlimitedUntil,
    unlimitedAfter: after.unlimitedUntil,
  };
  return buy(
    party,
    { ...party, ...after },
    { kind: 'signal_plan', plan: { ...wanted, price }, shownPrice: command.shownPrice, effect },
    context,
    wanted.boost === null
      ? {
          template: 'unlimited-bought',
          values: { until: after.unlimitedUntil === null ? '' : minuteRoundedDown(after.unlimitedUntil) },
        }
      : { template: 'signal-plan-bought', values: { strength: after.signalPercent.toString() } },
  );
}

const NO_EFFECT = {
  markupBefore: null,
  markupAfter: null,
  ceilingBefore: null,
  ceilingAfter: null,
  percentBefore: null,
  percentAfter: null,
  unlimitedBefore: null,
  unlimitedAfter: null,
} as const;
type Effect = Pick<Purchase, keyof typeof NO_EFFECT>;

function buyer(state: State, clientId: string): Party {
  const party = state.of(PARTIES).get(clientId);
  if (party === undefined) throw new Error('purchase of somebody without books');
  return party;
}

/** The full price up front, from the client's own money: borrowed money buys no plans. */
function buy(
  party: Party,
  after: Party,
  wanted: {
    readonly kind: Purchase['kind'];
    readonly plan: { readonly id: string; readonly name: string; readonly price: Cents };
    readonly shownPrice: Cents | undefined;
    readonly effect: Effect;
  },
  context: Context,
  mail: Pick<NotificationDraft, 'template' | 'values'>,
): Decision {
  const { plan, shownPrice = plan.price } = wanted;
  if (plan.price !== shownPrice) return refuse('plan.price_changed', undefined, { price: formatUsd(plan.price) });
  const free = withdrawable(party);
  if (plan.price > free)
    return refuse('plan.insufficient_balance', undefined, {
      price: formatUsd(plan.price),
      free: formatUsd(free),
      ...(party.loan > 0n && { owed: formatUsd(party.loan) }),
    });
  const purchase: Purchase = {
    id: context.newId(),
    clientId: party.id,
    kind: wanted.kind,
    planId: plan.id,
    name: plan.name,
    price: plan.price,
    cashBefore: party.cash,
    ...wanted.effect,
    at: context.now,
  };
  return {
    outcome: { ok: true, result: { id: purchase.id } },
    entry: entry('plan_bought', party.id, purchase.id, [debit('cash', plan.price), credit('plans', plan.price)]),
    rows: [changed(PARTIES, party, after), created(PURCHASES, purchase)],
    notifications: [
      {
        userId: party.id,
        template: mail.template,
        values: {
          name: plan.name,
          price: formatUsd(plan.price),
          before: formatUsd(party.cash),
          after: formatUsd(party.cash - plan.price),
          receipt: receiptNumber(purchase.id),
          id: purchase.id,
          ...mail.values,
        },
      },
    ],
    invalidates: [
      {
        clientId: party.id,
        topics: ['account', 'plans', 'signals', 'market', 'users', 'mailbox'],
        event: 'plan_bought',
        subjectId: purchase.id,
        staff: true,
      },
    ],
  };
}

/** A receipt number, derived from the purchase's id alone, so that email, page and statement agree: "R-7F3A-91C2-0B4D". */
export function receiptNumber(id: string): string {
  const tail = id.replaceAll('-', '').slice(-12).toUpperCase();
  return `R-${tail.slice(0, 4)}-${tail.slice(4, 8)}-${tail.slice(8)}`;
}

/** "0.8" from 8: a width in tenths of a pip. */
export function tenths(width: number): string {
  return `${Math.floor(width / 10)}.${width % 10}`;
}

/** "2.5" from 250, "30" from 3000: the part before ":1". */
function ratio(hundredths: number): string {
  return (hundredths / 100).toString();
}
