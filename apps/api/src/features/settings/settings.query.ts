import type { Settings } from '@clearbook/contracts/admin';
import { feeRaiseAhead, type FeeSchedule } from '@clearbook/domain/funding';
import { centsToDecimal } from '@clearbook/domain/money';
import type { ClientBase, Pool } from 'pg';

type Reader = Pick<Pool | ClientBase, 'query'>;
type Row = {
  sitename: string;
  favicon_file: string | null;
  miniwithdrawal_cents: string;
  withdrawal_fee_bps: number;
  fee_before_bps: number | null;
  fee_from: Date | null;
  created_at: Date | null;
  updated_at: Date;
  proposal_id: string | null;
  set_by: string | null;
};

export async function readSettings(reader: Reader, now: Date): Promise<Settings> {
  const { rows } = await reader.query<Row>(
    `select sitename, favicon_file, miniwithdrawal_cents, withdrawal_fee_bps, fee_before_bps, fee_from, created_at, updated_at,
       (select p.id from ledger.proposal p where p.kind = 'set_fees' and p.status = 'waiting' and p.lapses_at > $1 order by p.id desc limit 1) as proposal_id,
       ledger.set_by('set_fees', '{}') as set_by
     from app.settings`,
    [now],
  );
  const [row] = rows;
  if (!row) throw new Error('The row of settings is missing.');
  const raise = feeRaiseAhead(feeScheduleOf(row), now);
  return {
    sitename: row.sitename,
    favicon: faviconAddress(row.favicon_file),
    miniwithdrawal: centsToDecimal(BigInt(row.miniwithdrawal_cents)),
    withdrawalpercent: centsToDecimal(BigInt(row.withdrawal_fee_bps)),
    raise_announced: raise && {
      from: raise.from.toISOString(),
      percent_until_then: centsToDecimal(BigInt(raise.beforeBps)),
    },
    proposal_id: row.proposal_id,
    set_by: row.set_by,
    created_at: row.created_at?.toISOString() ?? null,
    updated_at: row.updated_at.toISOString(),
  };
}

/** The fee as stored; the funding module decides what applies. */
function feeScheduleOf(row: Pick<Row, 'withdrawal_fee_bps' | 'fee_before_bps' | 'fee_from'>): Required<FeeSchedule> {
  const { fee_before_bps: beforeBps, fee_from: from } = row;
  return {
    withdrawalFeeBps: row.withdrawal_fee_bps,
    feeRaise: beforeBps === null || from === null ? null : { beforeBps, from },
  };
}

/** The fee's schedule, for callers that hold the row's lock or show what applies. */
export async function readFeeSchedule(reader: Reader): Promise<Required<FeeSchedule>> {
  const { rows } = await reader.query<Row>('select withdrawal_fee_bps, fee_before_bps, fee_from from app.settings');
  const [row] = rows;
  if (!row) throw new Error('The row of settings is missing.');
  return feeScheduleOf(row);
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
