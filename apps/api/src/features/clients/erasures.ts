import type { Pool } from 'pg';
import { each, Failures } from '../../platform/failures.ts';
import type { FileStore } from '../../platform/files/index.ts';
import type { MailWorker } from '../../platform/mail/index.ts';

const AT_ONCE = 50;
/** Files of one turn that cannot be removed. Each may take as long as a storage is waited for. */
const FAILURES_AT_MOST = 3;
/** By an index of its own: this is asked twice a minute, of an outbox with years of mails. */
export const FORGET_LAST_MAILS = "delete from app.mail_outbox where template = 'account-closed' and state <> 'waiting'";

type Parts = {
  readonly pool: Pool;
  readonly files: Pick<FileStore, 'remove'>;
  readonly mail?: Pick<MailWorker, 'forgetErased'> | undefined;
};

/**
 * Finishes closing an account: deletes everything that belongs to its person, the bytes of their files, captured mail, and
 * the last mail once it is sent. Safe in every process at any time: whatever a crash left over is done the next time. What can't be done
 * now keeps nothing else from being erased.
 * @throws whatever failed first, once all else is done
 */
export async function finishErasures({ pool, files, mail }: Parts, now: Date): Promise<void> {
  const failures = new Failures();
  const asked = await eraseAll(pool, now, failures);
  const { rowCount } = await pool.query(FORGET_LAST_MAILS);
  if (asked || rowCount !== 0) await mail?.forgetErased();
  await failures.past(removeFiles({ pool, files }));
  failures.throwFirst();
}

/** Everybody who is still to be erased, those who wait longest first. Whether there was anybody. */
async function eraseAll(pool: Pool, now: Date, failures: Failures): Promise<boolean> {
  let last: { id: string; at: Date } | undefined;
  for (;;) {
    const { rows } = await pool.query<{ id: string; at: Date }>(
      `select client_id as id, asked_at as at from app.erasure
       where done_at is null and ($2::timestamptz is null or (asked_at, client_id) > ($2, $3)) order by asked_at, client_id limit $1`,
      [AT_ONCE, last?.at ?? null, last?.id ?? null],
    );
    await failures.past(each(rows, ({ id }) => erase(pool, id, now)));
    const before = last;
    last = rows.at(-1);
    if (last === undefined) return before !== undefined;
  }
}

/**
 * The same for one client whose account was just closed: nobody waits for anybody else's, nor for a storage that is away. The job removes what is left.
 */
export async function finishErasure({ pool, files, mail }: Parts, clientId: string, now: Date): Promise<void> {
  const { rows: theirs } = await pool.query<{ id: string }>(
    `select id from app.file where owner_id = $1
     union all select p.file_id from app.archive a join app.archive_piece p on p.archive_id = a.id where a.client_id = $1 limit $2`,
    [clientId, AT_ONCE],
  );
  await erase(pool, clientId, now);
  await mail?.forgetErased();
  for (const { id } of theirs) await removeFile({ pool, files }, id);
}

const erase = (pool: Pool, clientId: string, now: Date): Promise<unknown> =>
  pool.query('select ledger.erase_person($1, $2)', [clientId, now]);

/** In any order, so that a few that cannot be removed keep no other one, turn after turn; and no longer than a storage that is away takes to say so. */
async function removeFiles(parts: Omit<Parts, 'mail'>): Promise<void> {
  const failures = new Failures();
  for (;;) {
    const { rows } = await parts.pool.query<{ id: string }>(
      'select id from app.file_to_remove order by random() limit $1',
      [AT_ONCE],
    );
    for (const { id } of rows) {
      await failures.past(removeFile(parts, id));
      if (failures.count === FAILURES_AT_MOST) return failures.throwFirst();
    }
    if (rows.length < AT_ONCE) return failures.throwFirst();
  }
}

async function removeFile({ pool, files }: Omit<Parts, 'mail'>, id: string): Promise<void> {
  await files.remove(id);
  await pool.query('delete from app.file_to_remove where id = $1', [id]);
}
