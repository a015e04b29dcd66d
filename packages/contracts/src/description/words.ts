import type * as z from 'zod/mini';
import type { Route } from '../routes/route.ts';

/** The chapters of the description, in the order in which a reader meets them. */
export const TAGS = {
  'Sign-in': 'Accounts, passwords, two-factor authentication and sessions.',
  Account: 'Who is signed in, what they have, and what moved it.',
  Identity: 'Identity documents and what became of them.',
  Notifications: 'What happened since the last visit, and what is emailed.',
  'Self-protection': 'Limits and breaks that clients set for themselves.',
  Market: 'Instruments, quotes, bars and the watchlist.',
  Charts: 'How a client’s charts look and what is drawn on them.',
  Trading: 'Orders and trades.',
  Performance: 'What the account was worth, how its trading went, and the client’s own journal.',
  Deposits: 'Money on its way in.',
  Withdrawals: 'Money on its way out.',
  Plans: 'Packages, signal plans and receipts.',
  Loans: 'Trading loans and their repayment.',
  Signals: 'Published trading signals and their track record.',
  Copying: 'Traders whose trades can be copied, and the copies.',
  Site: 'What anyone may know about this installation.',
  'Staff: clients': 'For staff: clients, adjustments, identity, holds and the audit log.',
  'Staff: money': 'For staff: deposits, withdrawals and proposals for a second person.',
  'Staff: trading': 'For staff: trades, traders, packages and price sources.',
  'Staff: books': 'For staff: statements of banks and chains, the close of a day, and its reports.',
  'Staff: site': 'For staff: settings, deposit addresses and outgoing mail.',
  Operations: 'For whoever runs the server, and for tools that read this description.',
} as const;
export type Tag = keyof typeof TAGS;

/** A body with fields needs an example that its own schema accepts; an empty one, or one that can be left out, does not. */
type BodyExample<R> = R extends { body: infer S extends z.core.$ZodType }
  ? undefined extends z.core.input<S>
    ? { example?: z.core.input<S> }
    : { example: z.core.input<S> }
  : { example?: never };

/** When a second status of success is answered. */
type AlsoWords<R> = R extends { also: infer Code extends number } ? { also: Record<Code, string> } : { also?: never };

/**
 * What a developer reads about one route. `id` names the function that generated clients get for it. A description says units and
 * what the call changes; who may call it, keys, limits and refusals are added from the route itself.
 */
export type RouteWords<R> = {
  id: string;
  tag: Tag;
  summary: string;
  description: string;
} & BodyExample<R> &
  AlsoWords<R>;

/** Words for every route of a table: one without them does not compile. */
export type WordsOf<T extends Record<string, Route>> = { [K in keyof T]: RouteWords<T[K]> };
