import type { ClientBase } from 'pg';
import { v7 as newId } from 'uuid';

/**
 * Keeps why staff did something beside the log: personal text stays out of it.
 * @param whose the client whom it is about, who reads it, or the member of staff who wrote it where it is about none; it is erased with them
 * @returns what the log says of it: the number of the note, or nothing where no reason was given
 */
export async function keepReason(
  client: Pick<ClientBase, 'query'>,
  { whose, reason, now }: { whose: string; reason: string | undefined; now: Date },
): Promise<Record<string, string>> {
  if (reason === undefined) return {};
  const note = newId();
  await client.query("insert into app.note (subject_id, kind, client_id, body, at) values ($1, 'reason', $2, $3, $4)", [
    note,
    whose,
    { text: reason },
    now,
  ]);
  return { note };
}
