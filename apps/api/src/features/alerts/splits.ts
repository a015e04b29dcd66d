import { type Split, splitPrice } from '@clearbook/domain/corporate-actions';
import { instrument, isSymbol, priceStep } from '@clearbook/domain/market';
import { max } from '@clearbook/domain/money';
import type { Pool } from 'pg';

type Due = {
  id: string;
  turn: number;
  level: string;
  base: string | null;
  split_id: string;
  symbol: string;
  new_rate: number;
  old_rate: number;
  effective_at: Date;
};

const AT_A_TIME = 1_000;

/** Levels in old shares whose split has taken effect by an instant, the earliest of each alert first. */
const DUE = `select distinct on (a.id) a.id, a.turn, a.level, a.base, c.id as split_id, c.symbol, c.new_rate, c.old_rate, c.effective_at
  from ledger.corporate_action c join app.price_alert a on a.symbol = c.symbol and a.state = 'active' and a.split_through < c.effective_at
  where c.type = 'split' and c.effective_at <= $1 order by a.id, c.effective_at limit $2`;

/** A new turn, so that nothing that was seen of the old shares sets it off. */
const APPLY = `update app.price_alert a set level = d.level, base = d.base, split_through = d.at, counts_from = greatest(a.counts_from, d.at), turn = a.turn + 1, changed_at = $6
  from unnest($1::uuid[], $2::int[], $3::bigint[], $4::bigint[], $5::timestamptz[]) as d (id, turn, level, base, at)
  where a.id = d.id and a.turn = d.turn and a.state = 'active' and a.split_through < d.at returning a.id`;

/** Has every alert wait for the price that its level is in shares of now. Doing it again does nothing twice. Those that changed. */
export async function splitAlerts(pool: Pool, at: Date): Promise<string[]> {
  const changed: string[] = [];
  for (;;) {
    const { rows } = await pool.query<Due>({ name: 'alerts-to-split', text: DUE, values: [at, AT_A_TIME] });
    if (rows.length === 0) return changed;
    const after = rows.map((row) => {
      const { symbol } = row;
      if (!isSymbol(symbol)) throw new Error(`a split of an unknown symbol: ${symbol}`);
      const split: Split = {
        id: row.split_id,
        symbol,
        newRate: BigInt(row.new_rate),
        oldRate: BigInt(row.old_rate),
        effectiveAt: row.effective_at,
      };
      const of = (price: string) => max(splitPrice(BigInt(price), split), priceStep(instrument(symbol)));
      return { ...row, level: of(row.level), base: row.base === null ? null : of(row.base) };
    });
    const { rows: done } = await pool.query<{ id: string }>(APPLY, [
      after.map(({ id }) => id),
      after.map(({ turn }) => turn),
      after.map(({ level }) => level),
      after.map(({ base }) => base),
      after.map(({ effective_at: effective }) => effective),
      at,
    ]);
    for (const { id } of done) changed.push(id);
  }
}
