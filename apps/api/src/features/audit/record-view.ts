import type { Pool } from 'pg';
import type { Actor } from '../../platform/http/index.ts';
import type { StoredFile } from '../../platform/files/index.ts';

/** Writes down that staff are about to see somebody's file. Where that fails, nothing is shown. */
export function recordFileView(pool: Pool) {
  return async (actor: Actor, file: StoredFile, now: Date): Promise<void> => {
    await pool.query("select ledger.record_audit($1, $2, 'file', $3, $4, '{}', $5)", [
      actor.userId,
      `${file.kind}.view`,
      file.id,
      file.ownerId,
      now,
    ]);
  };
}
