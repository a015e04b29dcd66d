import type { SearchGroupName } from '../search.ts';

/** The search of the Manage area, in its own field and in the command palette. */
export const searchWords = {
  label: 'Search clients and records',
  placeholder: 'Name, email, id, amount or reference',
  looking: 'Searching',
  nothing: 'No results',
  nothingText: 'Try a name, an email, an id, a transaction, a payout reference or an amount.',
  failed: 'Couldn’t search. Try again in a moment.',
  results: 'Search results',
  groups: {
    clients: 'Clients',
    deposits: 'Deposits',
    withdrawals: 'Withdrawals',
    trades: 'Trades',
    entries: 'Ledger entries',
  } satisfies Readonly<Record<SearchGroupName, string>>,
  client: (email: string, username: string) => `${email}, ${username}`,
  payment: (amount: string, method: string) => `${amount} by ${method}`,
  trade: (symbol: string, collateral: string) => `${symbol}, ${collateral} collateral`,
  entry: (number: string, what: string) => `${number}: ${what}`,
  /** Whose record it is, when it came to be, and its state. */
  record: (person: string, at: string, status: string) => `${person}, ${at}, ${status}`,
  recordOf: (person: string, at: string) => `${person}, ${at}`,
} as const;
