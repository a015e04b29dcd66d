import type { Pool } from 'pg';

type Try = {
  readonly depositId: string;
  readonly clientId: string;
  readonly txid: string | null;
  readonly outputIndex: number | null;
  readonly staffId: string;
};

/** Keeps which payment somebody tries to credit a deposit for. Before the books decide, because a refused try leaves no trace there. */
export async function recordPaymentTry(pool: Pool, tried: Try, now: Date): Promise<void> {
  if (tried.txid === null) return;
  await pool.query(
    `insert into app.payment_try (deposit_id, client_id, txid, output_index, staff_id, at) values ($1, $2, lower($3), $4, $5, $6)
     on conflict on constraint payment_try_once do nothing`,
    [tried.depositId, tried.clientId, tried.txid, tried.outputIndex, tried.staffId, now],
  );
}
