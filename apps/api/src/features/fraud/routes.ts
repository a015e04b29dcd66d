import { messages } from '@clearbook/contracts/messages';
import type { Permission } from '@clearbook/contracts/permissions';
import type { Rule } from '@clearbook/domain/fraud';
import type { Pool } from 'pg';
import { Problem, type Register, requirePermission } from '../../platform/http/index.ts';
import { dismissSignal, gone } from './dismiss.ts';
import { readSignals, type Subject } from './signals.query.ts';

/** `rules`: the operator's own, from a file. */
type Parts = { readonly pool: Pool; readonly rules?: readonly Rule[] };
type Asker = { readonly permissions: ReadonlySet<string> };

const READS = {
  deposit: 'deposit.read',
  withdrawal: 'withdrawal.read',
  verification: 'verification.read',
} as const satisfies Record<Subject['what'], Permission>;

/** What looks like fraud, beside each decision. Nothing of it decides, and clients see nothing of it. */
export function fraudRoutes(register: Register, { pool, rules = [] }: Parts): void {
  const read = async (subject: Subject, actor: Asker) =>
    (await readSignals(pool, subject, actor.permissions.has('client.read'), rules)) ?? missing(subject.what);
  const shown = async (subject: Subject, actor: Asker) => {
    const { signals, flags } = await read(subject, actor);
    return { signals, flags };
  };

  register('GET /admin/deposits/:id/signals', ({ actor, params }) => shown({ what: 'deposit', ...params }, actor));
  register('GET /admin/withdrawals/:id/signals', ({ actor, params }) =>
    shown({ what: 'withdrawal', ...params }, actor),
  );
  register('GET /admin/verifications/:id/signals', ({ actor, params }) =>
    shown({ what: 'verification', ...params }, actor),
  );

  register('POST /admin/signal-dismissals', async ({ actor, body, now }) => {
    requirePermission(actor, READS[body.what]);
    const subject = { what: body.what, id: body.id };
    const { clientId, signals, staffNamed } = await read(subject, actor);
    if (!signals.some(({ kind, digest }) => kind === body.kind && digest === body.digest)) throw gone();
    const { rows: named } = await pool.query('select from app."user" where id = $1 and email = any($2)', [
      actor.userId,
      staffNamed.get(body.digest) ?? [],
    ]);
    if (named.length > 0) throw new Problem(409, 'decision.own_account', messages.fraud.aboutYou);
    await dismissSignal(pool, { ...body, staffId: actor.userId, clientId }, now);
    return shown(subject, actor);
  });
}

function missing(what: Subject['what']): never {
  if (what === 'deposit') throw new Problem(404, 'deposit.not_found', messages.deposit.notFound);
  if (what === 'withdrawal') throw new Problem(404, 'withdrawal.not_found', messages.withdrawal.notFound);
  throw new Problem(404, 'identity.not_found', messages.identity.notFound);
}
