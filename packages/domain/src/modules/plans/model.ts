import { cents, id, int, json, nullable, oneOf, type RowOf, table, text, time } from '../../kernel/table.ts';

/** A tier of the account, bought once. Where its terms are better than the client's own, they apply from the next quote on. */
export const PACKAGES = table(
  'package',
  {
    id: text,
    name: text,
    price: cents,
    /** Tenths of a pip for forex, basis points otherwise. */
    markup: int,
    leverageCeiling: int,
    features: json<readonly string[]>(),
    /** Null for those that came with the installation. */
    addedBy: nullable(id),
    at: time,
  },
  // They never change: whether one is sold, and for how much, is configured.
  { lock: 'none', book: 'site' },
);
export type Package = RowOf<typeof PACKAGES>;
/** Everything that is on sale. */
export type Offer = Omit<Package, 'addedBy' | 'at'>;

/** A purchase from the balance and what it changed: the terms for a package, otherwise the signal strength. Never altered. */
export const PURCHASES = table(
  'purchase',
  {
    id,
    clientId: id,
    kind: oneOf('package', 'signal_plan'),
    planId: text,
    name: text,
    price: cents,
    cashBefore: cents,
    markupBefore: nullable(int),
    markupAfter: nullable(int),
    ceilingBefore: nullable(int),
    ceilingAfter: nullable(int),
    percentBefore: nullable(int),
    percentAfter: nullable(int),
    unlimitedBefore: nullable(time),
    unlimitedAfter: nullable(time),
    at: time,
  },
  { lock: 'none', entries: true },
);
export type Purchase = RowOf<typeof PURCHASES>;
