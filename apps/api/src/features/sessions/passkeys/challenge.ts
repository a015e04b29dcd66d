import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { PoolClient } from 'pg';

/** How long somebody may take over the dialog of their device. */
export const CHALLENGE_LIFE_MS = 5 * 60_000;
const RANDOM_BYTES = 16;
const END_BYTES = 6;

/** What a passkey signs, and for which session: one that was handed out for something else is worth nothing. */
export type Purpose = { readonly kind: 'sign-in' | 'step-up' | 'add'; readonly who: string };
type Marks = { standIn(purpose: string): string };

/** Random bytes, their end and our mark. Nothing is written, so that strangers may ask for as many as they like. */
export function newChallenge(marks: Marks, purpose: Purpose, now: Date): string {
  const end = Buffer.alloc(END_BYTES);
  end.writeUIntBE(now.getTime() + CHALLENGE_LIFE_MS, 0, END_BYTES);
  const head = Buffer.concat([randomBytes(RANDOM_BYTES), end]);
  return Buffer.concat([head, markOf(marks, purpose, head)]).toString('base64url');
}

/** Whether we handed this one out for that, and not too long ago. */
export function isOurs(marks: Marks, purpose: Purpose, challenge: string, now: Date): boolean {
  const given = Buffer.from(challenge, 'base64url');
  const head = given.subarray(0, RANDOM_BYTES + END_BYTES);
  if (head.length < RANDOM_BYTES + END_BYTES) return false;
  const mark = markOf(marks, purpose, head);
  const theirs = given.subarray(head.length);
  return theirs.length === mark.length && timingSafeEqual(theirs, mark) && now.getTime() < endOf(given);
}

/** Uses one up: of any number of requests that carry it at one moment, in all processes, exactly one gets through. */
export async function spendChallenge(client: PoolClient, challenge: string): Promise<boolean> {
  const given = Buffer.from(challenge, 'base64url');
  const { rowCount } = await client.query(
    'insert into app.passkey_challenge (hash, expires_at) values ($1, $2) on conflict do nothing',
    [hash('sha256', given, 'buffer'), new Date(endOf(given))],
  );
  return rowCount === 1;
}

const endOf = (given: Buffer): number => given.readUIntBE(RANDOM_BYTES, END_BYTES);

function markOf(marks: Marks, { kind, who }: Purpose, head: Buffer): Buffer {
  return Buffer.from(marks.standIn(`passkey:${kind}:${who}:${head.toString('base64url')}`), 'base64url');
}
