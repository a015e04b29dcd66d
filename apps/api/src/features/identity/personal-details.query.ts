import type { PersonalDetails } from '@clearbook/contracts/identity';
import type { ClientBase, Pool } from 'pg';

type Row = Omit<PersonalDetails, 'submitted_at'> & { submitted_at: Date };

/** All that a person said about themselves, the newest first. */
export async function readDetailsVersions(pool: Pool | ClientBase, userId: string): Promise<PersonalDetails[]> {
  return read(pool, userId, 'order by submitted_at desc, id desc');
}

/** What counts of it now. */
export async function readDetails(pool: Pool | ClientBase, userId: string): Promise<PersonalDetails | null> {
  const [current] = await read(pool, userId, 'and replaced_at is null');
  return current ?? null;
}

async function read(pool: Pool | ClientBase, userId: string, which: string): Promise<PersonalDetails[]> {
  const { rows } = await pool.query<Row>(
    `select date_of_birth::text, residence, nationality, street, city, postal_code, tax_number, source_of_funds, source_detail, submitted_at
     from app.personal_details where user_id = $1 ${which}`,
    [userId],
  );
  return rows.map((row) => ({ ...row, submitted_at: row.submitted_at.toISOString() }));
}
