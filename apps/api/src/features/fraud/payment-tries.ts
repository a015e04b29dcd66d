import { type DepositMethod, normaliseTxid } from '@clearbook/domain/funding';
import type { Pool } from 'pg';

type Try = {
  readonly depositId: string;
  readonly clientId: string;
  readonly method: DepositMethod;
  readonly txid: string | null;
  readonly outputIndex: number | null;
  readonly staffId: string;
};

/**
 * Keeps which payment somebody tries to credit a deposit for. Before the books decide, because a refused try leaves no trace there. It is spelt as
 * they spell it, so that one payment has one name; what is no transaction id they refuse by themselves.
 */
export async function recordPaymentTry(pool: Pool, tried: Try, now: Date): Promise<void> {
  const txid = tried.txid === null ? null : normaliseTxid(tried.method, tried.txid);
  if (txid === null) return;
  await pool.query(
    `insert into app.payment_try (deposit_id, client_id, txid, output_index, staff_id, at) values ($1, $2, $3, $4, $5, $6)
     on conflict on constraint payment_try_once do nothing`,
    [tried.depositId, tried.clientId, txid, tried.outputIndex, tried.staffId, now],
  );
}
