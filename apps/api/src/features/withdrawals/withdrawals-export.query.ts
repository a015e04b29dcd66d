import type { WithdrawalRow } from '@clearbook/contracts/admin-export';
import type { AdminWithdrawal } from '@clearbook/contracts/admin';
import { centsToDecimal } from '@clearbook/domain/money';
import type { ClientBase } from 'pg';
import { withdrawalsByIds } from './withdrawals.query.ts';

type More = {
  id: string;
  fee_bps: number;
  decider: string | null;
  requested_at: Date | null;
  returned_at: Date | null;
  not_received_at: Date | null;
  traced_at: Date | null;
};

/** Everything known about these withdrawals, as rows of a file. */
export async function withdrawalRows(
  client: ClientBase,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, WithdrawalRow>> {
  const shown = await withdrawalsByIds(client, ids, now);
  const { rows } = await client.query<More>(
    `select w.id, w.fee_bps, s.email as decider, w.requested_at, w.returned_at, w.not_received_at, w.traced_at
     from ledger.withdrawal w left join app.user s on s.id = w.decided_by where w.id = any($1)`,
    [ids],
  );
  return new Map(
    rows.flatMap((more) => {
      const withdrawal = shown.get(more.id);
      return withdrawal === undefined ? [] : [[more.id, fileRow(withdrawal, more)] as const];
    }),
  );
}

function fileRow(withdrawal: AdminWithdrawal, more: More): WithdrawalRow {
  return {
    id: withdrawal.id,
    email: withdrawal.user_email,
    full_name: withdrawal.user_fullname,
    amount: withdrawal.amount.amount,
    fee: withdrawal.fee.amount,
    pays_out: withdrawal.net.amount,
    method: withdrawal.method,
    destination: withdrawal.destination,
    coin: withdrawal.coin ?? '',
    address: withdrawal.address ?? '',
    an: withdrawal.an ?? '',
    bn: withdrawal.bn ?? '',
    aname: withdrawal.aname ?? '',
    paypalemail: withdrawal.paypalemail ?? '',
    cashapptag: withdrawal.cashapptag ?? '',
    gcashacctnumber: withdrawal.gcashacctnumber ?? '',
    gcashacctname: withdrawal.gcashacctname ?? '',
    status: withdrawal.status,
    payout_reference: withdrawal.payout_reference ?? '',
    // Hundredths of a percent read like cents.
    fee_percent: centsToDecimal(BigInt(more.fee_bps)),
    decided_by: more.decider ?? '',
    reason: withdrawal.reason ?? '',
    not_received: withdrawal.not_received ? 'yes' : 'no',
    user_id: withdrawal.user_id,
    created_utc: withdrawal.created_at,
    requested_utc: more.requested_at?.toISOString() ?? '',
    decided_utc: withdrawal.decided_at ?? '',
    returned_utc: more.returned_at?.toISOString() ?? '',
    not_received_utc: more.not_received_at?.toISOString() ?? '',
    traced_utc: more.traced_at?.toISOString() ?? '',
  };
}
