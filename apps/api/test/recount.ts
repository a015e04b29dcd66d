import type pg from 'pg';

export type Recount = {
  return: number;
  drawdown: number;
  wins: number;
  losses: number;
  gains: number;
  losts: number;
  open: number;
};

/**
 * A trader's figures once more, by other means than the product's: from the raw postings and trades, in floating point, in one pass. `unrealised`
 * in cents is what closing the open trades would bring.
 */
export async function recountRecord(pool: pg.Pool, clientId: string, unrealised: number): Promise<Recount> {
  const { rows: postings } = await pool.query<{
    number: string;
    event: number;
    account: number;
    amount: string;
    subject_id: string;
  }>(
    `select e.number, e.event, p.account, p.amount, e.subject_id from ledger.posting p join ledger.entry e on (e.book, e.number) = (p.book, p.entry_number)
     where p.party_id = $1 order by e.number, p.line`,
    [clientId],
  );
  const { rows: trades } = await pool.query<{
    id: string;
    copy_id: string | null;
    status: string;
    realised: string;
    shortfall: string;
    financed: string;
    dividends: string;
  }>('select id, copy_id, status, realised, shortfall, financed, dividends from ledger.trade where client_id = $1', [
    clientId,
  ]);
  const own = trades.filter(({ copy_id: copyId }) => copyId === null);
  const mirrored = new Set(trades.filter(({ copy_id: copyId }) => copyId !== null).map(({ id }) => id));
  const moves = new Map<string, { own: boolean; change: number }>();
  for (const { number, event, amount, subject_id: subject } of postings) {
    const move = moves.get(number) ?? { own: (event === 4 || event === 17) && !mirrored.has(subject), change: 0 };
    move.change -= Number(amount);
    moves.set(number, move);
  }
  let [balance, growth, peak, drawdown] = [0, 1, 1, 0];
  const result = (change: number): void => {
    growth *= (balance + change) / balance;
    peak = Math.max(peak, growth);
    drawdown = Math.max(drawdown, (peak - growth) / peak);
  };
  for (const move of moves.values()) {
    if (move.own) result(move.change);
    balance += move.change;
  }
  result(unrealised);
  const closed = own
    .filter(({ status }) => status === 'closed')
    .map((each) => Number(each.realised) + Number(each.shortfall) - Number(each.financed) + Number(each.dividends));
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  return {
    return: (growth - 1) * 100,
    drawdown: drawdown * 100,
    wins: closed.filter((value) => value > 0).length,
    losses: closed.filter((value) => value < 0).length,
    gains: sum(closed.filter((value) => value > 0)),
    losts: -sum(closed.filter((value) => value < 0)),
    open: own.filter(({ status }) => status === 'active').length,
  };
}
