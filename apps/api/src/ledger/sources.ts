import {
  DEPOSITS,
  MAX_FEE_BPS,
  MAX_MINIMUM_WITHDRAWAL,
  type MoneySettings,
  type Proposed,
  SETTINGS,
} from '@clearbook/domain/funding';
import { type Standing, STANDINGS, VERIFICATIONS } from '@clearbook/domain/identity';
import type { READINGS, RowOf, Rows, State, Table } from '@clearbook/domain/ledger';
import { type CorrectableEntry, entryKey } from '@clearbook/domain/manual';
import type { Version, Volume } from '@clearbook/domain/configuration';
import { COPIES, type Exposure } from '@clearbook/domain/positions';
import { BREAKS, CLIENT_LIMITS, TALLIES, type Tally } from '@clearbook/domain/protection';
import type { Released, Releases } from '@clearbook/domain/releases';
import { columnsOf, type Raw, rowsInto } from './select.ts';

/** How to read something that isn't a table's row by id. */
export type Source<R> = {
  /** A statement of its own that locks first, with the parameters of `sql`. */
  readonly locks?: string;
  /** $keys: the keys. $book: the batch's. $parties: its parties; sources that use them are read for every batch. */
  readonly sql: string;
} & (
  | {
      /** How its rows become values, where that differs. */
      readonly of?: Rows<R>;
      readonly rows: (raw: readonly Raw[], keys: readonly string[]) => readonly (readonly [key: string, R])[];
    }
  /** Puts the rows into the state, where they are of several kinds. */
  | { readonly into: (state: State, raw: readonly Raw[]) => void }
);

const intoLimits = rowsInto(CLIENT_LIMITS, 'limit ');
const intoBreaks = rowsInto(BREAKS, 'break ');

/** Sums as they are read. */
type Summed = Omit<Exposure, 'splits'> & { readonly splits_num: bigint; readonly splits_den: bigint };

/** Everything that the domain reads besides its tables. Those that lock come in the one order in which every process locks. */
export const SOURCES: { readonly [K in keyof typeof READINGS]: Source<RowOf<(typeof READINGS)[K]>> } = {
  // Locked while two people change the fee, so that nobody reads it meanwhile.
  SITE_FEES: settings(' for no key update'),
  // A client whose billing is switched is told the percent, so a raise and the switch wait for each other.
  FEE_OF: settings(' for share'),
  SETTINGS: settings(''),

  // The last change of each switch. Its commit waits for batches that opened something (sql/modules/switches.sql), and they look at it again.
  STOPS: {
    sql: `select s.name as key from ledger.stops() s`,
    rows: each<Keyed, true>(({ key }) => [key, true]),
  },

  // What two people set. Its commit waits for batches that opened something (sql/modules/configuration.sql), and they look at it again.
  CONFIGURATION: {
    sql: `select c.name as key, c.id, c.value, c.effective_at as "effectiveAt", c.at from ledger.configuration($keys::text[]) c`,
    rows: (raw) => {
      const versions = new Map<string, Version[]>();
      for (const { key, ...version } of raw as readonly (Version & Keyed)[])
        versions.set(key, [...(versions.get(key) ?? []), version]);
      return [...versions];
    },
  },

  // Approvals wait for each other in their commit, which looks again (sql/modules/proposals.sql).
  SET_BY: {
    sql: `select k as key, ledger.set_by(k, '{}') as id from unnest($keys::text[]) k`,
    rows: (raw) =>
      (raw as readonly (Keyed & { id: string | null })[]).flatMap(({ key, id }) => (id === null ? [] : [[key, id]])),
  },

  // Of instruments that have a limit for all clients together, over all books. Nearly none have one.
  VOLUMES: {
    sql: `select k.key, v.side, v.splits_num, v.splits_den, v.lots
      from unnest($keys::text[]) as k(key) left join ledger.instrument_volume v on v.symbol = k.key and v.book = any(ledger.books())
      where ledger.is_limited(k.key)`,
    rows: (raw) => {
      const open = new Map<string, Volume[]>();
      for (const { key, side, splits_num: num, splits_den: den, lots } of raw as readonly (SplitVolume & Keyed)[]) {
        const known = open.get(key) ?? [];
        open.set(key, side === null ? known : [...known, { side, lots, splits: { num, den } }]);
      }
      return [...open];
    },
  },

  // Read under the person's lock, which a submission takes too.
  VERIFICATIONS: {
    locks: 'select 1 from app.user u where u.id = any($keys::uuid[]) order by u.id for no key update',
    sql: `select ${columnsOf(VERIFICATIONS)} from app.verification t where t.user_id = any($keys::uuid[])`,
    into: rowsInto(VERIFICATIONS),
  },

  // In live mode alone: elsewhere nobody has a level. With the sums that its limits are measured by.
  STANDINGS: {
    sql: `select p.id as "clientId", u.is_verified as verified, coalesce(f.documented, false) as documented, i.expires_on::text as "expiresOn", p.result_day as "resultDay", p.day_result as "dayResult",
        p.funded_day as "fundedDay", p.day_funded as "dayFunded", p.week_funded as "weekFunded", p.month_funded as "monthFunded"
      from ledger.party p join app.user u on u.id = p.id join app.instance n on n.mode = 'live'
        left join ledger.documented_funds f on f.book = p.book and f.client_id = p.id
        left join app.identity_dates i on i.user_id = p.id and i.replaced_at is null
      where p.book = $book and p.id = any($keys::uuid[]) and p.kind = 'client'`,
    into: (state, raw) => {
      for (const { clientId, verified, documented, expiresOn, ...tally } of raw as readonly (Tally &
        Standing &
        Owned)[]) {
        state.of(STANDINGS).set(clientId, { verified, documented, expiresOn });
        state.of(TALLIES).set(clientId, tally);
      }
    },
  },

  // A deposit that expired an hour before the newest was made has expired on every server's clock.
  COMING_DEPOSITS_OF: ofTable(
    DEPOSITS,
    `t.book = $book and t.client_id = any($keys::uuid[]) and t.method <> 'loan' and (t.status = 'pending'
      or t.status = 'awaiting_payment' and t.expires_at > (
        select n.created_at - interval '1 hour' from ledger.deposit n where n.book = $book and n.client_id = t.client_id order by n.id desc limit 1))`,
  ),
  // Read behind the lock of the deposit or withdrawal, which whoever proposes something about it takes too.
  PROPOSED_ABOUT: {
    sql: `select distinct on (p.subject_id) p.subject_id as key, p.kind, p.command ->> 'payoutReference' is not null as "namesPayment", p.lapses_at as "lapsesAt",
        (select min(f.proposed_at) from ledger.proposal f where f.subject_id = p.subject_id and f.kind = p.kind) as "firstAt"
      from ledger.proposal p where p.subject_id = any($keys::uuid[]) and p.status = 'waiting' order by p.subject_id, p.lapses_at desc`,
    rows: each<Proposed & Keyed, Proposed>(({ key, ...proposed }) => [key, proposed]),
  },

  COPY_OF_TRADE: ofTable(
    COPIES,
    't.book = $book and t.id in (select m.copy_id from ledger.trade m where m.book = $book and m.id = any($keys::uuid[]))',
  ),

  LEFT_BY_LEAD: {
    sql: `select c.id as key from ledger.copy c join ledger.party l on l.book = ledger.book_of(c.lead_id) and l.id = c.lead_id
      where c.book = $book and c.id = any($keys::uuid[]) and l.status = 'closed'`,
    rows: each<Keyed, true>(({ key }) => [key, true]),
  },

  EXPOSURES: {
    sql: `select e.client_id as key, e.symbol, e.side, e.splits_num, e.splits_den, e.trades, e.lots, e.value, e.required
      from ledger.exposure e where e.book = $book and e.client_id = any($keys::uuid[]) and e.trades > 0`,
    rows: (raw, keys) => {
      const sums = new Map<string, Exposure[]>(keys.map((key) => [key, []]));
      for (const { key, splits_num: num, splits_den: den, ...sum } of raw as readonly (Summed & Keyed)[])
        sums.get(key)?.push({ ...sum, splits: { num, den } });
      return [...sums];
    },
  },

  // Of clients who have limits or are about to set one. These rows change only under the lock of their party.
  PROTECTION_OF: {
    sql: `select p.id as "clientId", p.result_day as "resultDay", p.day_result as "dayResult", p.funded_day as "fundedDay",
        p.day_funded as "dayFunded", p.week_funded as "weekFunded", p.month_funded as "monthFunded",
        ${columnsOf(CLIENT_LIMITS, 'l', 'limit ')}, ${columnsOf(BREAKS, 'o', 'break ')}
      from ledger.party p left join ledger.client_limit l on l.book = p.book and l.client_id = p.id
        left join ledger.time_out o on o.book = p.book and o.client_id = p.id
      where p.book = $book and p.id = any($parties::uuid[]) and p.kind = 'client' and (p.guarded or p.id = any($keys::uuid[]))`,
    into: (state, raw) => {
      for (const row of raw as readonly (Tally & Owned)[]) {
        const { clientId, resultDay, dayResult, fundedDay, dayFunded, weekFunded, monthFunded } = row;
        const tally = { resultDay, dayResult, fundedDay, dayFunded, weekFunded, monthFunded };
        state.of(TALLIES).set(clientId, tally);
      }
      const having = (column: string) => raw.filter((row) => row[column] !== null);
      intoLimits(state, having('limit kind'));
      intoBreaks(state, having('break kind'));
    },
  },

  // What an entry added to its client's money, and what earlier debits already took back.
  ENTRIES: {
    sql: `select e.number, e.client_id as "clientId",
        (select -coalesce(sum(p.amount), 0) from ledger.posting p
         where (p.book, p.entry_number) = (e.book, e.number) and p.account in (@account.cash, @account.margin, @account.withdrawing)) as credited,
        (select coalesce(sum(p.amount), 0) from ledger.entry c join ledger.posting p on (p.book, p.entry_number) = (c.book, c.number)
         where c.book = e.book and c.corrects = e.number and p.account = @account.cash) as corrected
      from unnest($keys::text[]) as k(key) join ledger.entry e
          on e.book = $book and e.number = split_part(k.key, ' ', 2)::bigint and e.client_id = split_part(k.key, ' ', 1)::uuid`,
    rows: each<CorrectableEntry, CorrectableEntry>((row) => [entryKey(row.clientId, row.number), row]),
  },

  // Of members of staff, who are already locked, so that two decisions of one person never read the same sum. Demo mode has no limits. Includes the
  // day before, because a server's clock may be behind the books or ahead of them.
  RELEASES: {
    sql: `select i.mode = 'live' as live, (h.at at time zone 'UTC')::date as day, l.day_cents as "dayLimit", l.client_cents as "clientLimit",
        r.staff_id as "staffId", r.client_id as "clientId", r.cents as amount, r.day as "releasedOn"
      from app.instance i cross join ledger.head h cross join ledger.release_limits() l
      left join lateral ledger.released_alone($keys::uuid[], h.at - interval '24 hours') r on i.mode = 'live'
      where h.book = $book`,
    rows: (raw) => [['', toReleases(raw as readonly ReleasesRow[])]],
  },
};

type SplitVolume = {
  readonly side: Volume['side'] | null;
  readonly lots: bigint;
  readonly splits_num: bigint;
  readonly splits_den: bigint;
};
type Owned = { readonly clientId: string };
type Keyed = { readonly key: string };

function each<Row, R>(entry: (row: Row) => readonly [string, R]) {
  return (raw: readonly Raw[]) => (raw as readonly Row[]).map(entry);
}

/** Rows of a table found in another way; `t` is the row. They aren't locked, because their owner is. */
function ofTable<R extends object>(table: Table<R>, where: string): Source<R> {
  return {
    sql: `select ${columnsOf(table)} from ledger.${table.sql} t where ${where}`,
    into: rowsInto(table),
  };
}

type SettingsRow = { minimum: bigint; feeBps: number; feeBefore: number | null; feeFrom: Date | null; live: boolean };

/** The single row of settings. The domain's own limits apply whatever it says. */
function settings(lock: string): Source<MoneySettings> {
  return {
    of: SETTINGS,
    sql: `select s.miniwithdrawal_cents as minimum, s.withdrawal_fee_bps as "feeBps", s.fee_before_bps as "feeBefore",
        s.fee_from as "feeFrom", (select i.mode = 'live' from app.instance i) as live
      from app.settings s${lock}`,
    rows: each<SettingsRow, MoneySettings>(({ minimum, feeBps, feeBefore, feeFrom, live }) => [
      '',
      {
        minimumWithdrawal: minimum > MAX_MINIMUM_WITHDRAWAL ? MAX_MINIMUM_WITHDRAWAL : minimum,
        withdrawalFeeBps: Math.min(feeBps, MAX_FEE_BPS),
        feeRaise:
          feeBefore !== null && feeFrom !== null
            ? { beforeBps: Math.min(feeBefore, MAX_FEE_BPS), from: feeFrom }
            : null,
        announcesFees: live,
      },
    ]),
  };
}

/** The limits, combined with one release each where there are any. */
type ReleasesRow = { live: boolean; day: string; dayLimit: bigint; clientLimit: bigint } & (
  | { staffId: null }
  | { staffId: string; clientId: string; amount: bigint; releasedOn: string }
);

function toReleases(rows: readonly ReleasesRow[]): Releases {
  const [first] = rows;
  if (first === undefined) throw new Error('the limits of releases were not read');
  const { live, day, dayLimit, clientLimit } = first;
  const alone = rows.flatMap((row): Released[] =>
    row.staffId === null
      ? []
      : [{ staffId: row.staffId, clientId: row.clientId, amount: row.amount, day: row.releasedOn }],
  );
  return { live, day, limits: { day: dayLimit, client: clientLimit }, alone };
}
