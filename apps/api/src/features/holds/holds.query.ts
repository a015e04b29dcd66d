import type { AdminHold, Hold, HoldCode } from '@clearbook/contracts/holds';
import { HOLD_ALONE_EVERY_MS, runs } from '@clearbook/domain/holds';
import type { Pool } from 'pg';

type OwnRow = { id: string; code: HoldCode; reference: string; placed_at: Date; ends_at: Date };
type Row = OwnRow & {
  placed_by: string | null;
  set_by: string | null;
  set_by_email: string | null;
  set_at: Date;
  renewals: number;
  lifted_at: Date | null;
  lifted_by: string | null;
  reason: string | null;
};

/** The holds that run at `now` on this client's money, the one that ends last first. */
export async function readOwnHolds(pool: Pool, clientId: string, now: Date): Promise<Hold[]> {
  const { rows } = await pool.query<OwnRow>(
    `select id, code, reference, placed_at, ends_at from ledger.hold
     where client_id = $1 and lifted_at is null and ends_at > $2 order by ends_at desc, id`,
    [clientId, now],
  );
  return rows.map(wire);
}

/** Every hold of a client, as the member of staff `readerId` sees them. */
export async function readHolds(pool: Pool, clientId: string, readerId: string, now: Date): Promise<AdminHold[]> {
  const { rows } = await pool.query<Row>(
    `select h.id, h.code, h.reference, h.placed_at, h.ends_at, p.email as placed_by, h.set_by, s.email as set_by_email, h.set_at, h.renewals, h.lifted_at, l.email as lifted_by,
       (select n.body ->> 'text' from app.note n where n.subject_id = h.lift_note and n.kind = 'reason') as reason
     from ledger.hold h left join app.user p on p.id = h.placed_by left join app.user s on s.id = h.set_by left join app.user l on l.id = h.lifted_by
     where h.client_id = $1 order by (h.lifted_at is null and h.ends_at > $2) desc, h.placed_at desc, h.id desc`,
    [clientId, now],
  );
  return rows.map((row) => wireForStaff(row, readerId, now));
}

/** Whether placing a hold on this client takes two people: one of staff ran within the last 90 days. */
export async function placingTakesTwo(pool: Pool, clientId: string, now: Date): Promise<boolean> {
  const { rowCount } = await pool.query(
    'select 1 from ledger.hold where client_id = $1 and placed_by is not null and coalesce(lifted_at, ends_at) > $2 limit 1',
    [clientId, new Date(now.getTime() - HOLD_ALONE_EVERY_MS)],
  );
  return rowCount === 1;
}

export async function clientOfHold(pool: Pool, holdId: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ client_id: string }>('select client_id from ledger.hold where id = $1', [holdId]);
  return rows[0]?.client_id;
}

export async function isClient(pool: Pool, userId: string): Promise<boolean> {
  const { rowCount } = await pool.query("select 1 from ledger.party where id = $1 and kind = 'client'", [userId]);
  return rowCount === 1;
}

function wire({ id, code, reference, placed_at: placedAt, ends_at: endsAt }: OwnRow): Hold {
  return { id, code, reference, placed_at: placedAt.toISOString(), ends_at: endsAt.toISOString() };
}

function wireForStaff(row: Row, readerId: string, now: Date): AdminHold {
  return {
    ...wire(row),
    running: runs({ endsAt: row.ends_at, liftedAt: row.lifted_at }, now),
    automatic: row.set_by === null,
    placed_by_email: row.placed_by ?? '',
    renewed:
      row.renewals > 0 && row.set_by !== null
        ? { at: row.set_at.toISOString(), by_email: row.set_by_email ?? '' }
        : null,
    lifted:
      row.lifted_at === null
        ? null
        : { at: row.lifted_at.toISOString(), by_email: row.lifted_by ?? '', reason: row.reason ?? '' },
    set_by_me: row.set_by === readerId,
  };
}
