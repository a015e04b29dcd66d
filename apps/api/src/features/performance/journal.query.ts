import type { Journal } from '@clearbook/contracts/journal';
import { messages } from '@clearbook/contracts/messages';
import type { Pool } from 'pg';
import { Problem } from '../../platform/http/index.ts';
import { invalidate } from '../../platform/realtime/invalidation.ts';

/** Whoever asks about somebody else's trade hears what they would hear about none. */
async function mustOwn(pool: Pool, clientId: string, tradeId: string): Promise<void> {
  const { rowCount } = await pool.query(
    `select from ledger.trade where id = $1 and client_id = $2
     union all select from ledger.manual_trade where id = $1 and client_id = $2 and trade_id is null`,
    [tradeId, clientId],
  );
  if (rowCount === 0) throw new Problem(404, 'trade.not_found', messages.trade.notFound);
}

export async function readJournal(pool: Pool, clientId: string, tradeId: string): Promise<Journal> {
  await mustOwn(pool, clientId, tradeId);
  const { rows } = await pool.query<{ note: string | null; tags: string[]; updated_at: Date }>(
    'select note, tags, updated_at from app.trade_note where client_id = $1 and trade_id = $2',
    [clientId, tradeId],
  );
  const [row] = rows;
  return { note: row?.note ?? null, tags: row?.tags ?? [], updated_at: row?.updated_at.toISOString() ?? null };
}

type Written = { readonly note: string | null; readonly tags: string[] };

export async function writeJournal(
  pool: Pool,
  clientId: string,
  tradeId: string,
  { note, tags }: Written,
  now: Date,
): Promise<Journal> {
  await mustOwn(pool, clientId, tradeId);
  if (note === null && tags.length === 0)
    await pool.query('delete from app.trade_note where client_id = $1 and trade_id = $2', [clientId, tradeId]);
  else
    await pool.query(
      `insert into app.trade_note (client_id, trade_id, note, tags, updated_at) values ($1, $2, $3, $4, $5)
       on conflict (client_id, trade_id) do update set note = excluded.note, tags = excluded.tags, updated_at = excluded.updated_at`,
      [clientId, tradeId, note, tags, now],
    );
  // The same text shows on this person's other devices.
  await invalidate(pool, [{ c: clientId, t: ['trades'], e: 'journal', s: tradeId, a: false }]);
  return readJournal(pool, clientId, tradeId);
}
