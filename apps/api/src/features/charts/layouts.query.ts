import { type ChartLayout, MAX_LAYOUTS, type SavedLayout } from '@clearbook/contracts/chart';
import { messages } from '@clearbook/contracts/messages';
import type { Pool } from 'pg';
import { v7 as newId } from 'uuid';
import { Problem } from '../../platform/http/index.ts';
import { transactionOf } from '../../platform/transaction.ts';

type Change = { readonly name?: string | undefined; readonly layout?: ChartLayout | undefined };

const COLUMNS = 'id, name, layout';

/** By name. */
export async function listLayouts(pool: Pool, userId: string): Promise<SavedLayout[]> {
  const { rows } = await pool.query<SavedLayout>(
    `select ${COLUMNS} from app.chart_layout where user_id = $1 order by name`,
    [userId],
  );
  return rows;
}

/** @throws Problem 409 where the name is taken or there is no room */
export function saveLayout(
  pool: Pool,
  userId: string,
  { name, layout }: Omit<SavedLayout, 'id'>,
  now: Date,
): Promise<SavedLayout> {
  return transactionOf(pool, userId, async (client) => {
    const { rows } = await client.query<{ name: string }>('select name from app.chart_layout where user_id = $1', [
      userId,
    ]);
    if (rows.some((row) => row.name === name)) throw taken();
    if (rows.length >= MAX_LAYOUTS) throw new Problem(409, 'layout.too_many', messages.chart.layoutsFull(MAX_LAYOUTS));
    const saved = await client.query<SavedLayout>(
      `insert into app.chart_layout (id, user_id, name, layout, updated_at) values ($1, $2, $3, $4, $5)
       returning ${COLUMNS}`,
      [newId(), userId, name, layout, now],
    );
    return found(saved.rows);
  });
}

/** @throws Problem 404 where the client has no such layout, 409 where another one has the name */
export function changeLayout(
  pool: Pool,
  userId: string,
  id: string,
  { name, layout }: Change,
  now: Date,
): Promise<SavedLayout> {
  return transactionOf(pool, userId, async (client) => {
    const { rowCount } = await client.query(
      'select from app.chart_layout where user_id = $1 and id <> $2 and name = $3',
      [userId, id, name ?? null],
    );
    const { rows } = await client.query<SavedLayout>(
      `select ${COLUMNS} from app.chart_layout where user_id = $1 and id = $2`,
      [userId, id],
    );
    const before = found(rows);
    if (rowCount !== 0) throw taken();
    const changed = { ...before, name: name ?? before.name, layout: layout ?? before.layout };
    await client.query(
      'update app.chart_layout set name = $3, layout = $4, updated_at = $5 where user_id = $1 and id = $2',
      [userId, id, changed.name, changed.layout, now],
    );
    return changed;
  });
}

/** @throws Problem 404 where the client has no such layout */
export async function deleteLayout(pool: Pool, userId: string, id: string): Promise<void> {
  const { rows } = await pool.query<SavedLayout>(
    `delete from app.chart_layout where id = $1 and user_id = $2 returning ${COLUMNS}`,
    [id, userId],
  );
  found(rows);
}

function found([row]: SavedLayout[]): SavedLayout {
  if (row === undefined) throw new Problem(404, 'layout.not_found', messages.chart.layoutNotFound);
  return row;
}

function taken(): Problem {
  const message = messages.chart.layoutNameTaken;
  return new Problem(409, 'layout.name_taken', message, [{ name: 'name', message }]);
}
