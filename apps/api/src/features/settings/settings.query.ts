import type { Settings } from '@clearbook/contracts/admin';
import { centsToDecimal } from '@clearbook/domain/money';
import type { ClientBase, Pool } from 'pg';

type Reader = Pick<Pool | ClientBase, 'query'>;
type Row = {
  sitename: string;
  favicon_file: string | null;
  miniwithdrawal_cents: string;
  withdrawal_fee_bps: number;
  updated_at: Date;
};

export async function readSettings(reader: Reader): Promise<Settings> {
  const { rows } = await reader.query<Row>(
    'select sitename, favicon_file, miniwithdrawal_cents, withdrawal_fee_bps, updated_at from app.settings',
  );
  const [row] = rows;
  if (!row) throw new Error('The row of settings is missing.');
  return {
    sitename: row.sitename,
    favicon: faviconAddress(row.favicon_file),
    miniwithdrawal: centsToDecimal(BigInt(row.miniwithdrawal_cents)),
    withdrawalpercent: centsToDecimal(BigInt(row.withdrawal_fee_bps)),
    updated_at: row.updated_at.toISOString(),
  };
}

export async function readSitename(reader: Reader): Promise<string> {
  const { rows } = await reader.query<{ sitename: string }>('select sitename from app.settings');
  return rows[0]?.sitename ?? '';
}

export async function readFavicon(reader: Reader): Promise<string | undefined> {
  const { rows } = await reader.query<{ favicon_file: string | null }>('select favicon_file from app.settings');
  return rows[0]?.favicon_file ?? undefined;
}

/** A new icon has a new address, so that no browser shows the old one. */
function faviconAddress(fileId: string | null): string | null {
  return fileId === null ? null : `/api/v1/favicon?v=${fileId}`;
}
