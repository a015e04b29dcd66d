import type { Wallets } from '@clearbook/contracts/admin';
import type { ClientBase, Pool } from 'pg';

export async function readWallets(reader: Pick<Pool | ClientBase, 'query'>): Promise<Wallets> {
  const { rows } = await reader.query<
    Pick<Wallets, 'bitcoin' | 'ethereum' | 'usdt'> & { created_at: Date | null; updated_at: Date | null }
  >('select bitcoin, ethereum, usdt, created_at, updated_at from app.wallets');
  const [row] = rows;
  if (!row) throw new Error('the row of wallet addresses is missing');
  return {
    ...row,
    created_at: row.created_at?.toISOString() ?? null,
    updated_at: row.updated_at?.toISOString() ?? null,
  };
}
