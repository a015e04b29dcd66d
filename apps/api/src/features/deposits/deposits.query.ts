import type { AdminDeposit } from '@clearbook/contracts/admin';
import { type Deposit, LOAN_METHOD } from '@clearbook/contracts/funding';
import { type AskedDeposit, isLate } from '@clearbook/domain/funding';
import { exactPrice } from '@clearbook/domain/market';
import type { ClientBase, Pool } from 'pg';
import type { PageRequest } from '../../platform/paging.ts';
import { coins, secondsLeft, usd } from '../books/index.ts';
import { DEPOSITS, type PageOf, readPage } from '../tables/index.ts';

export const DEFAULT_DEPOSITS = 50;

type Row = {
  id: string;
  client_id: string;
  amount: string;
  method: 'bitcoin' | 'ethereum' | 'tether' | 'loan';
  status: Deposit['status'];
  address: string | null;
  pay_units: string | null;
  rate: string | null;
  expires_at: Date | null;
  proof_file: string | null;
  proof_at: Date | null;
  late_rate: string | null;
  late_rate_source: string | null;
  credited: string | null;
  reason: string | null;
  created_at: Date;
  decided_at: Date | null;
};

const COLUMNS = `d.id, d.client_id, d.amount, d.method, d.status, d.address, d.pay_units, d.rate, d.expires_at, d.proof_file, d.proof_at, d.late_rate, d.late_rate_source, d.credited, d.created_at, d.decided_at,
  n.body ->> 'text' as reason`;
const NOTE = `left join app.note n on n.subject_id = d.id and n.kind = 'reason'`;

export async function listDeposits(
  pool: Pool,
  clientId: string,
  { limit = DEFAULT_DEPOSITS, cursor }: { limit?: number | undefined; cursor?: string | undefined },
  now: Date,
): Promise<{ data: Deposit[]; next_cursor: string | null }> {
  const before = cursor !== undefined && /^[0-9a-f-]{36}$/.test(cursor) ? cursor : null;
  const { rows } = await pool.query<Row>(
    `select ${COLUMNS} from ledger.deposit d ${NOTE} where d.client_id = $1 and ($2::uuid is null or d.id < $2) order by d.id desc limit $3`,
    [clientId, before, limit + 1],
  );
  const shown = rows.slice(0, limit);
  return {
    data: shown.map((row) => wire(row, now)),
    next_cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
}

/** Undefined if it doesn't exist or belongs to another client. */
export async function findDeposit(pool: Pool, clientId: string, id: string, now: Date): Promise<Deposit | undefined> {
  const { rows } = await pool.query<Row>(
    `select ${COLUMNS} from ledger.deposit d ${NOTE} where d.id = $1 and d.client_id = $2`,
    [id, clientId],
  );
  return rows[0] && wire(rows[0], now);
}

/** In the domain's form; undefined if it doesn't exist or is a loan. */
export async function readDeposit(pool: Pool, id: string): Promise<AskedDeposit | undefined> {
  const { rows } = await pool.query<Row>(
    `select ${COLUMNS} from ledger.deposit d ${NOTE} where d.id = $1 and d.method <> 'loan'`,
    [id],
  );
  const [row] = rows;
  if (row === undefined || row.method === 'loan') return undefined;
  const { pay_units: units, rate, expires_at: expiresAt } = row;
  if (units === null || rate === null || expiresAt === null) throw new Error('a deposit without its rate');
  return {
    clientId: row.client_id,
    amount: BigInt(row.amount),
    method: row.method,
    status: row.status,
    payUnits: BigInt(units),
    rate: BigInt(rate),
    expiresAt,
    proofAt: row.proof_at,
    lateRate: row.late_rate === null ? null : BigInt(row.late_rate),
  };
}

type AdminRow = Row & {
  email: string;
  fullname: string;
  txid: string | null;
  received_at: Date | null;
  proposal_id: string | null;
};

/** With the proposals about it that wait at this time. */
const FOR_STAFF = `${COLUMNS}, u.email, u.fullname, d.txid, d.received_at, (select p.id from ledger.proposal p
    where p.subject_id = d.id and p.status = 'waiting' and p.lapses_at > $2 limit 1) as proposal_id`;

export async function findDepositForStaff(pool: Pool, id: string, now: Date): Promise<AdminDeposit | undefined> {
  const { rows } = await pool.query<AdminRow>(
    `select ${FOR_STAFF} from ledger.deposit d join app.user u on u.id = d.client_id ${NOTE} where d.id = $1`,
    [id, now],
  );
  return rows[0] && wireForStaff(rows[0], now);
}

export function pageDeposits(pool: Pool, page: PageRequest, now: Date): Promise<PageOf<AdminDeposit>> {
  return readPage(pool, DEPOSITS, page, (client, ids) => depositsByIds(client, ids, now));
}

export async function depositsByIds(
  client: ClientBase,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, AdminDeposit>> {
  const { rows } = await client.query<AdminRow>(
    `select ${FOR_STAFF} from ledger.deposit d join app.user u on u.id = d.client_id ${NOTE} where d.id = any($1)`,
    [ids, now],
  );
  return new Map(rows.map((row) => [row.id, wireForStaff(row, now)]));
}

function wireForStaff(row: AdminRow, now: Date): AdminDeposit {
  return {
    ...wire(row, now),
    proof_at: row.proof_at?.toISOString() ?? null,
    waiting_since: row.status === 'pending' ? (row.proof_at ?? row.created_at).toISOString() : null,
    late:
      row.expires_at !== null && isLate({ proofAt: row.proof_at, expiresAt: row.expires_at })
        ? {
            rate: row.late_rate === null ? null : exactPrice(BigInt(row.late_rate), 2),
            source: row.late_rate_source,
          }
        : null,
    txid: row.txid,
    received_at: row.received_at?.toISOString() ?? null,
    proposal_id: row.proposal_id,
    user_id: row.client_id,
    user_email: row.email,
    user_fullname: row.fullname,
    loan: null,
  };
}

function wire(row: Row, now: Date): Deposit {
  return {
    id: row.id,
    amount: usd(BigInt(row.amount)),
    method: row.method === 'loan' ? LOAN_METHOD : row.method,
    status: row.status,
    expired: row.status === 'awaiting_payment' && row.expires_at !== null && row.expires_at <= now,
    address: row.address,
    // A loan has no coins, because nobody sends it.
    pay_amount: row.pay_units === null || row.method === 'loan' ? null : coins(BigInt(row.pay_units), row.method),
    rate: row.rate === null ? null : exactPrice(BigInt(row.rate), 2),
    expires_at: row.expires_at?.toISOString() ?? null,
    seconds_left: row.status === 'awaiting_payment' ? secondsLeft(row.expires_at, now) : 0,
    proof: row.proof_file !== null,
    proof_file: row.proof_file,
    credited: row.credited === null ? null : usd(BigInt(row.credited)),
    // Of what was rejected before its present proof: settled.
    reason: row.status === 'pending' ? null : row.reason,
    created_at: row.created_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
  };
}
