import { EXPIRES_SOON_DAYS } from '@clearbook/domain/identity';

/** A list that may grow long. Its key grows with time, and rows are only ever added to it. */
export type List = {
  readonly name: 'users' | 'deposits' | 'withdrawals' | 'trades' | 'audit' | 'verifications';
  readonly table: string;
  readonly key: string;
  readonly keyType: 'uuid' | 'bigint';
  /** Whether its rows lie in books: then its key is an index within each of them. */
  readonly inBooks: boolean;
  /** Greater than every key. */
  readonly last: string;
  /** When a row came to be, for exports of a stretch of time. */
  readonly at: string;
  /** Columns that name a person; a search by email looks at each of them. */
  readonly people: readonly string[];
  /** What a filter asks of a row `t`, with the wanted value as the named parameter; undefined where the list has no filter. */
  readonly filter: (parameter: string) => string;
  /** Whether an index of all books holds the rows in a state by themselves. */
  readonly hasIndexOf: (status: string) => boolean;
};

/** A list with a page map. */
export type MappedList = List & { readonly name: Exclude<List['name'], 'verifications'> };

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const LAST_NUMBER = '9223372036854775807';

export const USERS: MappedList = {
  name: 'users',
  table: 'app.user',
  inBooks: false,
  key: 'id',
  keyType: 'uuid',
  last: LAST_ID,
  at: 'created_at',
  people: ['id'],
  filter: (parameter) => `(select p.status from ledger.party p where p.id = t.id) = ${parameter}::ledger.party_status`,
  hasIndexOf: () => false,
};
export const DEPOSITS: MappedList = {
  name: 'deposits',
  table: 'ledger.deposit',
  inBooks: true,
  key: 'id',
  keyType: 'uuid',
  last: LAST_ID,
  at: 'created_at',
  people: ['client_id'],
  filter: (parameter) => `t.status = ${parameter}::ledger.deposit_status`,
  hasIndexOf: () => true,
};
export const WITHDRAWALS: MappedList = {
  name: 'withdrawals',
  table: 'ledger.withdrawal',
  inBooks: true,
  key: 'id',
  keyType: 'uuid',
  last: LAST_ID,
  at: 'created_at',
  people: ['client_id'],
  filter: (parameter) => `t.status = ${parameter}::ledger.withdrawal_status`,
  hasIndexOf: () => true,
};
/**
 * Whether a request is overdue at a time: one working day (Monday to Friday, UTC) after it was made (F19). That no working day is over in less than
 * 24 hours is said apart, because an index can tell it.
 */
export const overdueSql = (requestedAt: string, at: string): string =>
  `${requestedAt} < ${at}::timestamptz - interval '24 hours' and ${requestedAt} + case extract(isodow from ${requestedAt} at time zone 'UTC')
     when 5 then interval '72 hours' when 6 then interval '48 hours' else interval '24 hours' end < ${at}::timestamptz`;
/**
 * The same list where only overdue rows are asked for: reported as not received, or waiting for longer than one working day (dueAt in
 * packages/domain/src/modules/funding/overdue.ts). By its own index, which holds little else.
 */
export function overdueWithdrawals(now: Date): MappedList {
  return {
    ...WITHDRAWALS,
    filter: (parameter) => `${parameter}::text is not null and (t.not_received or t.status = 'pending')
      and (t.not_received or ${overdueSql('t.requested_at', `'${now.toISOString()}'`)})`,
  };
}
export const TRADES: MappedList = {
  name: 'trades',
  table: 'ledger.trade',
  inBooks: true,
  key: 'id',
  keyType: 'uuid',
  last: LAST_ID,
  at: 'opened_at',
  people: ['client_id'],
  filter: (parameter) => `t.status = ${parameter}::ledger.trade_status`,
  // Of the clients' open trades. They are few and the newest: a walk through the list from behind them would find none and read all of it.
  hasIndexOf: (status) => status === 'active',
};
export const AUDIT: MappedList = {
  name: 'audit',
  table: 'ledger.audit',
  inBooks: false,
  key: 'number',
  keyType: 'bigint',
  last: LAST_NUMBER,
  at: 'at',
  people: ['actor_id', 'client_id'],
  filter: (parameter) => `t.action = ${parameter}`,
  hasIndexOf: () => false,
};

/** A row comes back to the top when a person sends documents again, so this list has no page map: it is short, and counted as it is. */
export const VERIFICATIONS: List = {
  name: 'verifications',
  table: 'app.verification',
  inBooks: false,
  key: 'submission',
  keyType: 'uuid',
  last: LAST_ID,
  at: 'submitted_at',
  people: ['user_id'],
  filter: (parameter) => `t.state = ${parameter}`,
  hasIndexOf: () => false,
};

/** The same where an approval that stands is asked for by its document's dates (docs/spec/identity.md, I31), on this UTC day. */
export function verificationsByDates(now: Date): List {
  const today = `'${now.toISOString().slice(0, 10)}'::date`;
  return {
    ...VERIFICATIONS,
    filter: (
      parameter,
    ) => `exists (select from app.user u left join app.identity_dates d on d.user_id = u.id and d.replaced_at is null
      where u.id = t.user_id and u.is_verified and case ${parameter}::text when 'no_dates' then d.id is null when 'review_due' then d.review_on <= ${today}
        when 'expired' then d.expires_on < ${today} when 'expiring' then d.expires_on between ${today} and ${today} + ${EXPIRES_SOON_DAYS} end)`,
  };
}

export const LISTS: readonly MappedList[] = [USERS, DEPOSITS, WITHDRAWALS, TRADES, AUDIT];
