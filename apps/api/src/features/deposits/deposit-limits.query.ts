import type { DepositAllowance, DepositLimits } from '@clearbook/contracts/funding';
import { CONFIGURABLE } from '@clearbook/domain/configuration';
import { type Deposit, fundingUse, limitOfLevel, type LevelPeriod } from '@clearbook/domain/funding';
import { CLIENT_LEVELS, documentExpired, levelOf } from '@clearbook/domain/identity';
import { nextPeriod, type Tally } from '@clearbook/domain/protection';
import type { Pool } from 'pg';
import { usd } from '../books/index.ts';

type Row = {
  verified: boolean;
  documented: boolean;
  expires_on: string | null;
  result_day: string | null;
  day_result: string;
  funded_day: string | null;
  day_funded: string;
  week_funded: string;
  month_funded: string;
  coming: { amount: string; status: Deposit['status']; expires_at: string }[] | null;
  configured: Record<string, unknown>;
};

/** What a client can deposit at their level, with what is used of it at `now`: from one snapshot and by the rules that decide. Undefined for nobody and for staff. */
export async function readDepositLimits(
  pool: Pool,
  { mode, clientId, now }: { mode: 'demo' | 'live'; clientId: string; now: Date },
): Promise<DepositLimits | undefined> {
  const { rows } = await pool.query<Row>(
    `select u.is_verified as verified, coalesce(f.documented, false) as documented, i.expires_on::text, p.result_day::text, p.day_result, p.funded_day::text, p.day_funded,
       p.week_funded, p.month_funded,
       (select json_agg(json_build_object('amount', d.amount::text, 'status', d.status, 'expires_at', d.expires_at))
        from ledger.deposit d where d.client_id = p.id and d.method <> 'loan'
          and (d.status = 'pending' or d.status = 'awaiting_payment' and d.expires_at > $2)) as coming,
       (select json_object_agg(l, ledger.configured('deposit_limit', l, $2)) from unnest($3::text[]) l) as configured
     from ledger.party p join app.user u on u.id = p.id
       left join ledger.documented_funds f on f.book = p.book and f.client_id = p.id
       left join app.identity_dates i on i.user_id = p.id and i.replaced_at is null
     where p.id = $1 and p.kind = 'client'`,
    [clientId, now, CLIENT_LEVELS],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  if (mode === 'demo')
    return { level: null, document_expired: false, funds_documented: false, day: null, month: null, levels: [] };
  const tally: Tally = {
    resultDay: row.result_day,
    dayResult: BigInt(row.day_result),
    fundedDay: row.funded_day,
    dayFunded: BigInt(row.day_funded),
    weekFunded: BigInt(row.week_funded),
    monthFunded: BigInt(row.month_funded),
  };
  const coming = (row.coming ?? []).map(({ amount, status, expires_at: expiresAt }) => ({
    clientId,
    amount: BigInt(amount),
    status,
    expiresAt: new Date(expiresAt),
  }));
  const used = fundingUse(tally, coming, clientId, now);
  const { read, standard } = CONFIGURABLE.deposit_limit;
  const limitsOf = (level: (typeof CLIENT_LEVELS)[number]) => read(row.configured[level] ?? standard(level));
  const standing = { verified: row.verified, documented: row.documented, expiresOn: row.expires_on };
  const today = now.toISOString().slice(0, 10);
  const level = levelOf(standing, today);
  const allowance = (period: LevelPeriod): DepositAllowance | null => {
    const limit = limitOfLevel(limitsOf(level), period);
    if (limit === null) return null;
    const left = limit > used[period] ? limit - used[period] : 0n;
    return {
      limit: usd(limit),
      used: usd(used[period]),
      left: usd(left),
      resets_at: nextPeriod(period, now).toISOString(),
    };
  };
  return {
    level,
    document_expired: documentExpired(standing, today),
    funds_documented: row.documented,
    day: allowance('day'),
    month: allowance('month'),
    levels: CLIENT_LEVELS.map((each) => {
      const [day, month] = [limitOfLevel(limitsOf(each), 'day'), limitOfLevel(limitsOf(each), 'month')];
      return { level: each, day: day === null ? null : usd(day), month: month === null ? null : usd(month) };
    }),
  };
}
