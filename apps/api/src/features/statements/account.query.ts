import type { Account } from '@clearbook/contracts/account';
import type { Symbol } from '@clearbook/domain/market';
import { max } from '@clearbook/domain/money';
import { signalStrength } from '@clearbook/domain/plans';
import { unrealisedCents } from '@clearbook/domain/trading';
import type { ClientBase } from 'pg';
import { usd } from '../books/index.ts';
import type { Market } from '../market/index.ts';

type Row = {
  cash: string;
  margin: string;
  withdrawing: string;
  loan: string;
  deposited: string;
  realised: string;
  signal_percent: number;
  markup: number;
  leverage_ceiling: number;
  unlimited_until: Date | null;
  suspended_at: Date | null;
  open:
    | {
        symbol: Symbol;
        side: 'buy' | 'sell';
        lots: string;
        entry: string;
        num: string;
        den: string;
        collateral: string;
        required: string;
      }[]
    | null;
};

/** All figures of one client, from one statement and so from one snapshot; unrealised results at the quotes of `now`. */
export async function readAccount(
  pool: Pick<ClientBase, 'query'>,
  market: Pick<Market, 'marks'>,
  clientId: string,
  now: Date,
  mode: Account['mode'],
): Promise<Account> {
  const { rows } = await pool.query<Row>({
    name: 'read-account',
    text: `select cash, margin, withdrawing, loan, deposited, realised, signal_percent, unlimited_until, suspended_at, markup, leverage_ceiling,
        (select json_agg(json_build_object('symbol', symbol, 'side', side, 'lots', open_lots::text, 'entry', entry_price::text, 'num', splits_num::text, 'den', splits_den::text,
           'collateral', collateral_left::text, 'required', required_margin_left::text))
         from ledger.trade t where t.client_id = p.id and t.status = 'active') as open
      from ledger.party p where id = $1`,
    values: [clientId],
  });
  const row = rows[0];
  if (!row) throw new Error(`no books for ${clientId}`);
  const [cash, margin, withdrawing, loan] = [
    BigInt(row.cash),
    BigInt(row.margin),
    BigInt(row.withdrawing),
    BigInt(row.loan),
  ];

  const marks = market.marks(now);
  let unrealised = 0n;
  let lowest: bigint | undefined;
  for (const trade of row.open ?? []) {
    const splits = { num: BigInt(trade.num), den: BigInt(trade.den) };
    const position = { ...trade, openLots: BigInt(trade.lots), entryPrice: BigInt(trade.entry), splits };
    const result = unrealisedCents(position, marks, { markup: row.markup, leverageCeiling: row.leverage_ceiling });
    unrealised += result;
    // Hundredths of a percent of the required margin, rounded down: never shown better than it is.
    const level = max(0n, ((BigInt(trade.collateral) + result) * 10_000n) / BigInt(trade.required));
    lowest = lowest === undefined || level < lowest ? level : lowest;
  }
  return {
    total_balance: usd(cash + margin + withdrawing),
    deposit_balance: usd(BigInt(row.deposited)),
    profit_balance: usd(BigInt(row.realised)),
    available: usd(cash),
    margin: usd(margin),
    withdrawing: usd(withdrawing),
    equity: usd(cash + margin + unrealised - loan),
    unrealized_pl: usd(unrealised),
    margin_level: lowest === undefined ? null : `${lowest / 100n}.${(lowest % 100n).toString().padStart(2, '0')}`,
    withdrawable: usd(max(0n, cash - loan)),
    borrowed: usd(loan),
    signal_strength: signalStrength(
      { signalPercent: row.signal_percent, unlimitedUntil: row.unlimited_until, suspendedAt: row.suspended_at },
      now,
    ),
    mode,
    as_of: now.toISOString(),
  };
}
