import type { Pool } from 'pg';
import type { FileStore } from '../../platform/files/index.ts';
import type { MailWorker } from '../../platform/mail/index.ts';

const AT_ONCE = 50;

/**
 * Finishes closing an account: deletes everything that belongs to its person, the bytes of their files, captured mail, and
 * the last mail once it is sent. Safe in every process at any time: whatever a crash left over is done the next time. What can't be done
 * now keeps nothing else from being erased.
 * @throws whatever failed first, once all else is done
 */
export async function finishErasures(
  {
    pool,
    files,
    mail,
  }: { pool: Pool; files: Pick<FileStore, 'remove'>; mail?: Pick<MailWorker, 'forgetErased'> | undefined },
  now: Date,
): Promise<void> {
  const failures: unknown[] = [];
  const tries = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => failures.push(error));
  const { rows: open } = await pool.query<{ id: string }>(
    'select client_id as id from app.erasure where done_at is null order by asked_at limit $1',
    [AT_ONCE],
  );
  for (const { id } of open) await tries(pool.query('select ledger.erase_person($1, $2)', [id, now]));
  await tries(removeFiles(pool, files));
  const { rowCount } = await pool.query(
    "delete from app.mail_outbox where template = 'account-closed' and state <> 'waiting'",
  );
  if (open.length > 0 || rowCount !== 0) await mail?.forgetErased();
  if (failures.length > 0) throw failures[0];
}

async function removeFiles(pool: Pool, files: Pick<FileStore, 'remove'>): Promise<void> {
  const { rows: gone } = await pool.query<{ id: string }>('select id from app.file_to_remove limit $1', [AT_ONCE]);
  for (const { id } of gone) {
    await files.remove(id);
    await pool.query('delete from app.file_to_remove where id = $1', [id]);
  }
}
