import { cents, int, json, type RowOf, table, text } from '../../kernel/table.ts';
import type { Width } from '../../market/index.ts';
import type { Cents } from '../../money/index.ts';

/** A tier of the account, bought once. Its terms hold from the next quote on where they are better than what the client has. */
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
  },
  // They never change.
  { lock: 'none' },
);
export type Package = RowOf<typeof PACKAGES>;

/** Something bought from the balance, with what it changed. Never altered. */
export type Purchase = {
  readonly id: string;
  readonly clientId: string;
  readonly kind: 'package' | 'signal_plan';
  readonly planId: string;
  readonly name: string;
  readonly price: Cents;
  readonly cashBefore: Cents;
  readonly effect: PurchaseEffect;
  readonly at: Date;
};

type TermsAt = { readonly markup: Width; readonly leverageCeiling: number };
export type PurchaseEffect =
  | { readonly kind: 'package'; readonly before: TermsAt; readonly after: TermsAt }
  | {
      readonly kind: 'signal_plan';
      readonly percentBefore: number;
      readonly percentAfter: number;
      readonly unlimitedBefore: Date | null;
      readonly unlimitedAfter: Date | null;
    };

declare module '../../kernel/decision.ts' {
  interface Changes {
    plan_bought: { readonly after: Purchase };
    package_added: { readonly after: Package; readonly addedBy: string };
  }
}
