import { messages } from '@clearbook/contracts/messages';
import type { OptionalMail } from '@clearbook/contracts/notifications';
import { OPTIONAL_MAILS } from '@clearbook/contracts/notifications';
import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { parse, stringify } from 'uuid';
import { Problem } from '../../platform/http/index.ts';
import { invalidate } from '../../platform/realtime/invalidation.ts';
import type { Seal } from '../../platform/seal.ts';

type Marks = Pick<Seal, 'mac'>;

/** The page for people, and for their mail program what turns the mails off (RFC 8058). */
const PATH = '/unsubscribe';
const BODY_MAX_BYTES = 4_096;
/** The value of the one field that a mail program sends. */
const ONE_CLICK = 'One-Click';

/** The link of one person's mails of one kind. It needs no sign-in, doesn't lapse, and can do nothing but turn that kind off. */
export function unsubscribeLink(marks: Marks, publicUrl: string): (userId: string, kind: OptionalMail) => string {
  return (userId, kind) => {
    const who = Buffer.from(parse(userId)).toString('base64url');
    return `${publicUrl}${PATH}?token=${kind}.${who}.${markOf(marks, userId, kind).toString('base64url')}`;
  };
}

/**
 * Turns off the mails that the link came with, and no others. Twice is once.
 * @throws Problem 410 for a link that isn't ours
 */
export async function unsubscribe(pool: Pool, marks: Marks, token: string): Promise<OptionalMail> {
  const [named = '', who = '', mark = ''] = token.split('.');
  const kind = OPTIONAL_MAILS.find((one) => one === named);
  const id = Buffer.from(who, 'base64url');
  if (kind === undefined || id.length !== 16) throw badLink();
  const userId = idOf(id);
  const [given, right] = [Buffer.from(mark, 'base64url'), markOf(marks, userId, kind)];
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw badLink();
  // Who has chosen nothing yet gets alerts by mail, and nothing about their own doings.
  const { rowCount } = await pool.query(
    `insert into app.mail_preference (user_id, own_doings, price_alerts)
     select u.id, false, $2 <> 'price_alerts' from app.user u join ledger.party p on p.id = u.id and p.status <> 'closed'
     left join app.mail_preference m on m.user_id = u.id where u.id = $1 and coalesce(m.${kind}, $2 = 'price_alerts')
     on conflict (user_id) do update set ${kind} = false where mail_preference.${kind}`,
    [userId, kind],
  );
  // A link that is pressed again and again writes and tells nothing.
  if (rowCount === 0) return kind;
  await invalidate(pool, [{ c: userId, t: ['notifications'], e: 'unsubscribed', s: null, a: false }]);
  return kind;
}

/**
 * Where mail programs send their one click, at the address that the mail's header names. Opening that address shows the page with a button:
 * programs that look at mails open links too, and press nothing.
 */
export function mountUnsubscribe(app: FastifyInstance, { pool, seal }: { pool: Pool; seal: Marks }): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string', bodyLimit: BODY_MAX_BYTES },
      (_request, body, done) => done(null, body),
    );
    scope.post(PATH, { bodyLimit: BODY_MAX_BYTES }, async (request, reply) => {
      const { token } = request.query as { token?: unknown };
      // In a form of either kind it is the one field's value.
      const asked = typeof request.body === 'string' && request.body.includes(ONE_CLICK);
      if (!asked || typeof token !== 'string') throw badLink();
      await unsubscribe(pool, seal, token);
      return reply.code(204).send();
    });
  });
}

function idOf(bytes: Buffer): string {
  try {
    return stringify(Uint8Array.from(bytes));
  } catch {
    throw badLink();
  }
}

const badLink = (): Problem => new Problem(410, 'auth.link_invalid', messages.unsubscribe.badLink);

const markOf = (marks: Marks, userId: string, kind: OptionalMail): Buffer => marks.mac(`unsubscribe:${kind}:${userId}`);
