import type { ChartDrawings, ChartLayout, Drawing } from '@clearbook/contracts/chart';
import {
  type ActionsOf,
  exactPrice,
  parsePrice,
  restated,
  sharesPerShare,
  type Symbol,
} from '@clearbook/domain/market';
import type { Fraction } from '@clearbook/domain/money';
import type { Pool } from 'pg';

/** The specification's defaults: one chart, bars of sixty minutes, and no volume. */
const FIRST_LAYOUT: ChartLayout = {
  shown: 1,
  active: 0,
  charts: [{ symbol: null, interval: '1h', style: 'candles', indicators: [], compare: [] }],
};

export async function readLayout(pool: Pool, userId: string): Promise<ChartLayout> {
  const { rows } = await pool.query<{ choice: ChartLayout }>('select choice from app.chart_choice where user_id = $1', [
    userId,
  ]);
  return rows[0]?.choice ?? FIRST_LAYOUT;
}

export async function writeLayout(pool: Pool, userId: string, layout: ChartLayout, now: Date): Promise<ChartLayout> {
  await pool.query(
    `insert into app.chart_choice (user_id, choice, updated_at) values ($1, $2::jsonb, $3)
     on conflict (user_id) do update set choice = excluded.choice, updated_at = excluded.updated_at`,
    [userId, JSON.stringify(layout), now],
  );
  return layout;
}

/** In the shares of now, like the bars that they lie over: a split since they were kept moves them with the prices. */
export async function readDrawings(
  pool: Pool,
  userId: string,
  symbol: Symbol,
  actionsOf: ActionsOf,
  now: Date,
): Promise<ChartDrawings> {
  const { rows } = await pool.query<ChartDrawings & { updated_at: Date }>(
    'select drawings, updated_at from app.chart_drawings where user_id = $1 and symbol = $2',
    [userId, symbol],
  );
  const [row] = rows;
  if (row === undefined) return { drawings: [] };
  const shares = sharesPerShare(actionsOf(symbol), row.updated_at.getTime(), now.getTime());
  if (shares.num === shares.den) return { drawings: row.drawings };
  return {
    drawings: row.drawings.map((drawing) => moved(drawing, shares)),
  };
}

/** Its kind has so many points, before and after. */
function moved(drawing: Drawing, shares: Fraction): Drawing {
  const points = drawing.points.map(({ time, price }) => ({
    time,
    price: exactPrice(restated(parsePrice(price), shares)),
  }));
  return { ...drawing, points } as Drawing;
}

/** Replaces the drawings with these. */
export async function writeDrawings(
  pool: Pool,
  userId: string,
  symbol: string,
  { drawings }: ChartDrawings,
  now: Date,
): Promise<ChartDrawings> {
  if (drawings.length === 0) {
    await pool.query('delete from app.chart_drawings where user_id = $1 and symbol = $2', [userId, symbol]);
  } else {
    await pool.query(
      `insert into app.chart_drawings (user_id, symbol, drawings, updated_at) values ($1, $2, $3::jsonb, $4)
       on conflict (user_id, symbol) do update set drawings = excluded.drawings, updated_at = excluded.updated_at`,
      [userId, symbol, JSON.stringify(drawings), now],
    );
  }
  return { drawings };
}
