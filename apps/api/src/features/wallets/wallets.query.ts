import type { Wallets } from '@clearbook/contracts/admin';
import type { ClientBase, Pool } from 'pg';

export async function readWallets(reader: Pick<Pool | ClientBase, 'query'>): Promise<Wallets> {
  const { rows } = await reader.query<{ bitcoin: string; ethereum: string; usdt: string; updated_at: Date | null }>(
    'select bitcoin, ethereum, usdt, updated_at from app.wallets',
  );
  const [row] = rows;
  if (!row) throw new Error('the row of wallet addresses is missing');
  return { ...row, updated_at: row.updated_at?.toISOString() ?? null };
}
