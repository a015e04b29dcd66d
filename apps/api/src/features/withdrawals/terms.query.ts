import type { Reply } from '@clearbook/contracts';
import { announcedFees, clientFeeBps, isBilled, MAX_FEE_BPS, MAX_MINIMUM_WITHDRAWAL } from '@clearbook/domain/funding';
import { centsToDecimal, max, min } from '@clearbook/domain/money';
import { usd } from '../books/index.ts';
import { readFeeSchedule } from '../settings/index.ts';
import type { WithdrawalDeps } from './deps.ts';

/** What a client can withdraw now, and what it costs. */
export async function readTerms(
  { pool, secondFactor }: Pick<WithdrawalDeps, 'pool' | 'secondFactor'>,
  clientId: string,
  now: Date,
): Promise<Reply<'GET /withdrawals/terms'>> {
  const { rows } = await pool.query<{
    cash: string;
    loan: string;
    billing: boolean;
    billing_from: Date | null;
    code: boolean;
    minimum: string;
  }>(
    `select p.cash, p.loan, p.billing, p.billing_from, p.code, s.miniwithdrawal_cents as minimum from ledger.party p, app.settings s where p.id = $1`,
    [clientId],
  );
  const [row] = rows;
  if (!row) throw new Error('no books for a signed-in client');
  const site = await readFeeSchedule(pool);
  const billed = { billing: row.billing, billingFrom: row.billing_from };
  const percent = (bps: number) => centsToDecimal(BigInt(Math.min(bps, MAX_FEE_BPS)));
  return {
    withdrawable: usd(max(0n, BigInt(row.cash) - BigInt(row.loan))),
    owed: usd(BigInt(row.loan)),
    minimum: usd(min(BigInt(row.minimum), MAX_MINIMUM_WITHDRAWAL)),
    fee_applies: isBilled(billed, now),
    fee_percent: percent(clientFeeBps(site, billed, now)),
    announced_fees: announcedFees(site, billed, now).map(({ from, feeBps }) => ({
      from: from.toISOString(),
      percent: percent(feeBps),
    })),
    code_required: row.code || (await secondFactor.isOn(clientId)),
  };
}
