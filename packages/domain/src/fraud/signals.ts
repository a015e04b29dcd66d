import { lookAlike } from './addresses.ts';
import { namesAgree } from './names.ts';
import { on, type Related, SEVERITIES, type Severity } from './related.ts';
import { type SchemeFacts, type SchemeSaid, schemeSignals } from './schemes.ts';
import type { NamedFact } from './rule-facts.ts';
import type { ListMatch } from './screening.ts';

const DAY_MS = 86_400_000;
/** A device is new, and a change of access recent, for so long before a payout is asked for. */
const NEW_DEVICE_MS = 3 * DAY_MS;
export const ACCESS_CHANGED_MS = 7 * DAY_MS;
/** Money that came in so long ago and leaves again. */
export const STRAIGHT_OUT_MS = 14 * DAY_MS;
/** A picture that resembles those of so many others is a form that a bank or an office prints, and proves nothing. */
const COMMON_FORM = 5;
/** So many other clients with one destination are no family. */
const RING = 3;

type Said =
  | { readonly kind: 'same_image'; readonly of: ImageOf; readonly others: number; readonly own: number }
  | {
      readonly kind: 'similar_image';
      readonly of: ImageOf;
      readonly others: number;
      readonly own: number;
      readonly common: boolean;
    }
  | { readonly kind: 'payment_tried'; readonly txid: string; readonly sameOutput: boolean; readonly times: number }
  | { readonly kind: 'shared_destination'; readonly others: number }
  | { readonly kind: 'name_differs'; readonly accountName: string; readonly fullname: string }
  | { readonly kind: 'lookalike_address'; readonly address: string; readonly paid: string }
  | { readonly kind: 'first_payout' }
  | { readonly kind: 'new_device'; readonly paid: PaidHere }
  | { readonly kind: 'access_changed'; readonly paid: PaidHere; readonly change: string | null }
  | { readonly kind: 'listed_name'; readonly best: ListMatch; readonly others: number }
  | { readonly kind: 'rule'; readonly name: string; readonly facts: readonly NamedFact[] }
  | { readonly kind: 'straight_out'; readonly cents: bigint; readonly amount: bigint }
  | SchemeSaid;
/**
 * What looks like fraud at the moment somebody decides about money or papers. It decides nothing: it says what is on record, and is worked out
 * from recorded facts whenever it is read, so none goes stale.
 */
export type Signal = Said & {
  readonly severity: Severity;
  readonly since: Date;
  readonly related: readonly Related[];
};
export type SignalKind = Signal['kind'];

/** Whether the client was paid at the destination by then: before what happened, only since it did, or never. */
type PaidHere = 'before' | 'since' | 'never';
type ImageOf = 'proof' | 'document';
export type ImageMatch = Related & {
  readonly own: boolean;
  readonly exact: boolean;
  /** Both ask for the same amount of coins, as a picture of one payment would show. */
  readonly sameAmount: boolean;
};
type PaymentMatch = Related & { readonly txid: string; readonly sameOutput: boolean };
/** Of one deposit, or one verification: what its pictures resemble, and where else its payment was claimed. */
export type ProofFacts = {
  readonly of: ImageOf;
  readonly matches: readonly ImageMatch[];
  /** How many other clients sent the same file: not all of them may be among the matches. */
  readonly sameFileBy: number;
  readonly payments: readonly PaymentMatch[];
};

export function proofSignals({ of, matches, sameFileBy, payments }: ProofFacts): Signal[] {
  const signals: Signal[] = [];
  const same = matches.filter(({ exact }) => exact);
  if (same.length > 0) {
    const said = { others: sameFileBy, own: countOf(same).own };
    signals.push({ kind: 'same_image', of, ...said, severity: sameFileBy > 0 ? 'serious' : 'look', ...on(same) });
  }
  const near = matches.filter(({ exact }) => !exact);
  if (near.length > 0) {
    const { others, own } = countOf(near);
    const common = others >= COMMON_FORM;
    // Screens of one app look alike, and so do passports of one country: only what shows the same payment is worth a flag.
    const forged = near.some(({ own: theirs, sameAmount }) => !theirs && sameAmount);
    const severity = forged && !common ? 'look' : 'note';
    signals.push({ kind: 'similar_image', of, others, own, common, severity, ...on(near) });
  }
  // Several may have been entered for this deposit: what is said of one is about that one alone.
  for (const [txid, tried] of Map.groupBy(payments, (each) => each.txid)) {
    const sameOutput = tried.some((each) => each.sameOutput);
    // One transaction may pay several people, each by an output of its own.
    const severity = sameOutput ? 'serious' : 'note';
    signals.push({ kind: 'payment_tried', txid, sameOutput, times: tried.length, severity, ...on(tried) });
  }
  return ordered(signals);
}

/** Someone on a list who may be the client, and since when that has been on record. */
export type Finding = ListMatch & { readonly since: Date };
const BIRTH_SEVERITY = { agrees: 'serious', unknown: 'look', differs: 'note' } as const satisfies Record<
  ListMatch['birth'],
  Severity
>;

/** A name alone is shared by many: the date of birth says how much there is to it. */
export function listSignals(findings: readonly Finding[]): Signal[] {
  const [best, ...others] = findings;
  if (best === undefined) return [];
  // The newest: whoever dismissed the former has not seen that one.
  const since = new Date(Math.max(...findings.map((each) => each.since.getTime())));
  return [
    { kind: 'listed_name', best, others: others.length, severity: BIRTH_SEVERITY[best.birth], since, related: [] },
  ];
}

export type PayoutFacts = {
  readonly clientId: string;
  readonly fullname: string;
  readonly requestedAt: Date;
  readonly amount: bigint;
  /** The name that the account is said to be in; null where the method has none. */
  readonly accountName: string | null;
  /** A coin's address; null where the money goes elsewhere. */
  readonly address: string | null;
  /** Addresses that the client had been paid to when this was asked for. */
  readonly paidAddresses: readonly string[];
  /** When the first of the payouts to this destination was decided, of those decided by then; null where there was none. */
  readonly paidHereSince: Date | null;
  /** Others who asked for money to the same destination, and how many they are where not all are named. */
  readonly shared: readonly Related[];
  readonly sharedBy: number;
  readonly openedAt: Date;
  /** When each device of theirs was first seen. */
  readonly devices: readonly Date[];
  /** `change` is null where it is not known any more which one it was. */
  readonly accessChanges: readonly { readonly at: Date; readonly change: string | null }[];
  /** Credited in the last STRAIGHT_OUT_MS and since the last trade, and when the first of it was. */
  readonly broughtIn: { readonly cents: bigint; readonly since: Date } | null;
  /** Asked for since then by earlier requests that stand. */
  readonly askedBefore: bigint;
  /** What the last comparison with lists found. */
  readonly listed: readonly Finding[];
  readonly schemes: SchemeFacts;
};

export function payoutSignals(facts: PayoutFacts): Signal[] {
  return ordered([
    ...listSignals(facts.listed),
    ...destinationSignals(facts),
    ...takeoverSignals(facts),
    ...straightOut(facts),
    ...schemeSignals(facts.schemes, facts.amount),
  ]);
}

function destinationSignals(facts: PayoutFacts): Signal[] {
  const { shared, sharedBy: others, requestedAt: since, accountName, fullname, address } = facts;
  const signals: Signal[] = [];
  if (shared.length > 0)
    signals.push({ kind: 'shared_destination', others, severity: others >= RING ? 'serious' : 'look', ...on(shared) });
  if (accountName !== null && !namesAgree(accountName, fullname))
    signals.push({ kind: 'name_differs', accountName, fullname, severity: 'look', since, related: [] });
  const paid = facts.paidAddresses.find((each) => address !== null && lookAlike(address, each));
  if (address !== null && paid !== undefined && facts.paidHereSince === null)
    signals.push({ kind: 'lookalike_address', address, paid, severity: 'serious', since, related: [] });
  return signals;
}

/**
 * Each is ordinary by itself. A stolen account shows several: another device, another password, and a destination never paid before. Whoever took it
 * over may have been paid there since: that does not make the destination the client's.
 */
function takeoverSignals(facts: PayoutFacts): Signal[] {
  const { requestedAt, openedAt, paidHereSince: since } = facts;
  const within = (at: Date, ms: number) => at <= requestedAt && requestedAt.getTime() - at.getTime() < ms;
  // Everybody's first device is as old as the account.
  const device = facts.devices.find((at) => within(at, NEW_DEVICE_MS) && at.getTime() - openedAt.getTime() >= DAY_MS);
  const changed = facts.accessChanges.find(({ at }) => within(at, ACCESS_CHANGED_MS));
  const paid = (at: Date): PaidHere => (since === null ? 'never' : since < at ? 'before' : 'since');
  const severity = (at: Date): Severity => {
    if (paid(at) === 'before') return 'note';
    return device !== undefined && changed !== undefined ? 'serious' : 'look';
  };
  const signals: Signal[] = [];
  if (since === null) signals.push({ kind: 'first_payout', severity: 'note', since: requestedAt, related: [] });
  if (device !== undefined)
    signals.push({ kind: 'new_device', paid: paid(device), severity: severity(device), since: device, related: [] });
  if (changed !== undefined) {
    const { at, change } = changed;
    signals.push({ kind: 'access_changed', paid: paid(at), change, severity: severity(at), since: at, related: [] });
  }
  return signals;
}

/**
 * Money that comes in and leaves without having done anything here. Less than half of it is an ordinary payout, and so is one that is mostly of older
 * money. Of several requests it is the one that reaches the half with those before it: else whoever asks for a little less than half twice would show
 * nothing.
 */
function straightOut({ broughtIn, askedBefore, amount }: PayoutFacts): Signal[] {
  if (broughtIn === null) return [];
  const { since, cents } = broughtIn;
  const asked = askedBefore + amount;
  if (asked * 2n < cents || askedBefore * 2n >= cents || cents * 2n < asked) return [];
  const leaving = asked < cents ? asked : cents;
  return [{ kind: 'straight_out', cents, amount: leaving, severity: 'look', since, related: [] }];
}

/** Other people are counted, not their records; of the same client, the records are. */
function countOf(matches: readonly ImageMatch[]): { others: number; own: number } {
  const others = new Set(matches.filter(({ own }) => !own).map(({ clientId }) => clientId)).size;
  return { others, own: matches.filter(({ own }) => own).length };
}

export function ordered(signals: readonly Signal[]): Signal[] {
  return signals.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
}
