import type { PriceAlert } from '@clearbook/contracts/alerts';
import { PAST_ALERTS_KEPT } from '@clearbook/contracts/alerts';
import type { AlertKind, WatchedAlert } from '@clearbook/domain/alerts';
import { exactPrice, isSymbol, type Price } from '@clearbook/domain/market';
import type { Pool, PoolClient } from 'pg';

type Row = {
  id: string;
  client_id: string;
  symbol: string;
  kind: AlertKind;
  level: string;
  percent: number | null;
  base: string | null;
  repeats: boolean;
  expires_at: Date | null;
  state: PriceAlert['state'];
  turn: number;
  comes_back: boolean;
  set_at: Date;
  counts_from: Date;
  changed_at: Date;
  triggered_at: Date | null;
  triggered_price: string | null;
  times: number;
  request_hash: string;
};

/** What an alert waits for. */
export type AlertTerms = {
  readonly kind: AlertKind;
  readonly level: Price;
  readonly percent: number | null;
  readonly base: Price | null;
  readonly repeats: boolean;
  readonly expiresAt: Date | null;
};

const COLUMNS = `id, client_id, symbol, kind, level, percent, base, repeats, expires_at, state, turn, comes_back, set_at, counts_from, changed_at,
  triggered_at, triggered_price, times, request_hash`;

/** Active ones first, each newest first. */
export async function listAlerts(pool: Pool, clientId: string): Promise<PriceAlert[]> {
  const { rows } = await pool.query<Row>({
    name: 'alerts-list',
    text: `select ${COLUMNS} from app.price_alert where client_id = $1
      order by state <> 'active', case when state = 'active' then set_at else changed_at end desc, id desc`,
    values: [clientId],
  });
  const active = rows.filter(({ state }) => state === 'active');
  return [...active, ...rows.slice(active.length, active.length + PAST_ALERTS_KEPT)].map(wire);
}

function wire(row: Row): PriceAlert {
  return {
    id: row.id,
    symbol: row.symbol,
    kind: row.kind,
    price: exactPrice(BigInt(row.level)),
    percent: row.percent === null ? null : percentText(row.percent),
    base_price: row.base === null ? null : exactPrice(BigInt(row.base)),
    repeats: row.repeats,
    expires_at: row.expires_at?.toISOString() ?? null,
    state: row.state,
    set_at: row.set_at.toISOString(),
    triggered_at: row.triggered_at?.toISOString() ?? null,
    triggered_price: row.triggered_price === null ? null : exactPrice(BigInt(row.triggered_price)),
    times: row.times,
  };
}

/** Hundredths of a percent as text: 250 is "2.5". */
function percentText(hundredths: number): string {
  const part = String(hundredths % 100).padStart(2, '0');
  return `${Math.trunc(hundredths / 100)}.${part}`.replace(/\.?0+$/, '');
}

export type Asked = {
  readonly id: string;
  readonly clientId: string;
  readonly symbol: string;
  readonly key: string;
  readonly hash: string;
};

/** One client's alerts are set one after the other, so that the most of them holds. */
export async function alone(client: PoolClient, clientId: string): Promise<void> {
  await client.query('select from app.user where id = $1 for no key update', [clientId]);
}

export async function askedBefore(
  client: PoolClient,
  clientId: string,
  key: string,
): Promise<{ readonly hash: string; readonly alert: PriceAlert } | undefined> {
  const { rows } = await client.query<Row>(
    `select ${COLUMNS} from app.price_alert where client_id = $1 and request_key = $2`,
    [clientId, key],
  );
  return rows[0] && { hash: rows[0].request_hash, alert: wire(rows[0]) };
}

/** How many are active, besides one. */
export async function countActive(client: PoolClient, clientId: string, but: string | null): Promise<number> {
  const { rows } = await client.query<{ active: number }>(
    `select count(*)::int as active from app.price_alert where client_id = $1 and state = 'active' and id is distinct from $2`,
    [clientId, but],
  );
  return rows[0]?.active ?? 0;
}

export async function insertAlert(client: PoolClient, asked: Asked, terms: AlertTerms, now: Date): Promise<PriceAlert> {
  const { rows } = await client.query<Row>(
    `insert into app.price_alert (id, client_id, symbol, kind, level, percent, base, repeats, expires_at, set_at, counts_from, split_through, changed_at, request_key, request_hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $10, $10, $11, $12) returning ${COLUMNS}`,
    [asked.id, asked.clientId, asked.symbol, ...valuesOf(terms), now, asked.key, asked.hash],
  );
  await client.query(
    `delete from app.price_alert where id in (select id from app.price_alert where client_id = $1 and state <> 'active' order by changed_at desc, id desc offset $2)`,
    [asked.clientId, PAST_ALERTS_KEPT],
  );
  return wire(only(rows));
}

/** A new turn: whatever was seen of the alert as it was changes nothing any more. */
export async function resetAlert(client: PoolClient, id: string, terms: AlertTerms, now: Date): Promise<PriceAlert> {
  const { rows } = await client.query<Row>(
    `update app.price_alert set kind = $2, level = $3, percent = $4, base = $5, repeats = $6, expires_at = $7, state = 'active', turn = turn + 1, comes_back = false,
       set_at = $8, counts_from = $8, split_through = $8, changed_at = $8, triggered_at = null, triggered_price = null, triggered_quote = null, times = 0
     where id = $1 returning ${COLUMNS}`,
    [id, ...valuesOf(terms), now],
  );
  return wire(only(rows));
}

export async function symbolOf(client: PoolClient, clientId: string, id: string): Promise<string | undefined> {
  const { rows } = await client.query<{ symbol: string }>(
    'select symbol from app.price_alert where client_id = $1 and id = $2',
    [clientId, id],
  );
  return rows[0]?.symbol;
}

export async function removeAlert(client: PoolClient, clientId: string, id: string): Promise<boolean> {
  const { rowCount } = await client.query('delete from app.price_alert where client_id = $1 and id = $2', [
    clientId,
    id,
  ]);
  return rowCount === 1;
}

function valuesOf({ kind, level, percent, base, repeats, expiresAt }: AlertTerms): unknown[] {
  return [kind, level, percent, base, repeats, expiresAt];
}

function only(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('an alert is gone although it is locked');
  return row;
}

/** Those of these that are active. */
export async function readAlerts(pool: Pool, ids: readonly string[]): Promise<WatchedAlert[]> {
  const { rows } = await pool.query<Row>({
    name: 'alerts-named',
    text: `select ${COLUMNS} from app.price_alert where id = any($1) and state = 'active'`,
    values: [ids],
  });
  return rows.flatMap(watched);
}

/** A page of all that are active, by id. */
export async function readPage(pool: Pool, after: string, limit: number): Promise<WatchedAlert[]> {
  const { rows } = await pool.query<Row>({
    name: 'alerts-page',
    text: `select ${COLUMNS} from app.price_alert where state = 'active' and id > $1 order by id limit $2`,
    values: [after, limit],
  });
  return rows.flatMap(watched);
}

/** What was set or changed since then. */
export async function readChanged(
  pool: Pool,
  since: Date,
): Promise<{ readonly alerts: readonly WatchedAlert[]; readonly newest: Date | undefined }> {
  const { rows } = await pool.query<Row>({
    name: 'alerts-changed',
    text: `select ${COLUMNS} from app.price_alert where state = 'active' and changed_at >= $1 order by changed_at`,
    values: [since],
  });
  return { alerts: rows.flatMap(watched), newest: rows.at(-1)?.changed_at };
}

function watched(row: Row): WatchedAlert[] {
  const { symbol } = row;
  if (!isSymbol(symbol)) return [];
  return [
    {
      id: row.id,
      symbol,
      kind: row.kind,
      level: BigInt(row.level),
      percent: row.percent,
      repeats: row.repeats,
      returning: row.comes_back,
      turn: row.turn,
      countsFrom: row.counts_from,
      expiresAt: row.expires_at,
    },
  ];
}

/** Ends those whose time was over by an instant up to which every quote has been decided. */
export async function expireAlerts(pool: Pool, until: Date): Promise<void> {
  await pool.query({
    name: 'alerts-expire',
    text: `with over as (
        update app.price_alert set state = 'expired', turn = turn + 1, comes_back = false, changed_at = $1 where state = 'active' and expires_at <= $1 returning client_id, id),
      told as (select jsonb_agg(jsonb_build_object('c', client_id, 't', '["alerts"]'::jsonb, 'e', 'alert_expired', 's', id, 'a', false)) as body from over)
      select app.invalidate(body::text, '{}') from told where body is not null`,
    values: [until],
  });
}
