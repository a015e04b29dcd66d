import { messages } from '@clearbook/contracts/messages';
import type { TableName } from '@clearbook/contracts/table-sorts';
import { type SavedView, VIEW_TABLES, type ViewAddress, VIEWS_MAX } from '@clearbook/contracts/views';
import type { Pool } from 'pg';
import { v7 as newId } from 'uuid';
import { safeParse } from 'zod/v4/core';
import { Problem } from '../../platform/http/index.ts';
import { transactionOf } from '../../platform/transaction.ts';

type Row = { id: string; table: TableName; name: string; address: ViewAddress };
type Saved = Omit<Row, 'id'>;
type Change = { readonly name?: string | undefined; readonly address?: ViewAddress | undefined };

const COLUMNS = 'id, table_name as "table", name, address';

/** By table and name. A table that there is no longer has none. */
export async function listViews(pool: Pool, userId: string): Promise<SavedView[]> {
  const { rows } = await pool.query<Row>(
    `select ${COLUMNS} from app.saved_view where user_id = $1 and table_name = any($2) order by table_name, name`,
    [userId, Object.keys(VIEW_TABLES)],
  );
  return rows.map(shown);
}

/** @throws Problem 404 where the person has no such view */
export async function tableOf(pool: Pool, userId: string, id: string): Promise<TableName> {
  const { rows } = await pool.query<Row>(`select ${COLUMNS} from app.saved_view where id = $1 and user_id = $2`, [
    id,
    userId,
  ]);
  return found(rows).table;
}

/** @throws Problem 409 where the name is taken or there is no room */
export function saveView(pool: Pool, userId: string, { table, name, address }: Saved, now: Date): Promise<SavedView> {
  return transactionOf(pool, userId, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'select name from app.saved_view where user_id = $1 and table_name = $2',
      [userId, table],
    );
    if (rows.some((row) => row.name === name)) throw taken();
    if (rows.length >= VIEWS_MAX) throw new Problem(409, 'view.too_many', messages.views.full(VIEWS_MAX));
    const saved = await client.query<Row>(
      `insert into app.saved_view (id, user_id, table_name, name, address, updated_at) values ($1, $2, $3, $4, $5, $6)
       returning ${COLUMNS}`,
      [newId(), userId, table, name, address, now],
    );
    return shown(found(saved.rows));
  });
}

/** @throws Problem 404 where the person has no such view, 409 where another one has the name */
export function changeView(
  pool: Pool,
  userId: string,
  id: string,
  { name, address }: Change,
  now: Date,
): Promise<SavedView> {
  return transactionOf(pool, userId, async (client) => {
    const { rowCount } = await client.query(
      `select from app.saved_view a join app.saved_view b using (user_id, table_name)
       where a.id = $1 and user_id = $2 and b.id <> a.id and b.name = $3`,
      [id, userId, name ?? null],
    );
    if (rowCount !== 0) throw taken();
    const { rows } = await client.query<Row>(
      `update app.saved_view set name = coalesce($3, name), address = coalesce($4, address), updated_at = $5
       where id = $1 and user_id = $2 returning ${COLUMNS}`,
      [id, userId, name ?? null, address ?? null, now],
    );
    return shown(found(rows));
  });
}

/** @throws Problem 404 where the person has no such view */
export async function deleteView(pool: Pool, userId: string, id: string): Promise<void> {
  const { rows } = await pool.query<Row>(
    `delete from app.saved_view where id = $1 and user_id = $2 returning ${COLUMNS}`,
    [id, userId],
  );
  found(rows);
}

function shown(row: Row): SavedView {
  return { ...row, fits: safeParse(VIEW_TABLES[row.table].address, row.address).success };
}

function found([row]: Row[]): Row {
  if (row === undefined) throw new Problem(404, 'view.not_found', messages.views.notFound);
  return row;
}

function taken(): Problem {
  const message = messages.views.nameTaken;
  return new Problem(409, 'view.name_taken', message, [{ name: 'name', message }]);
}
