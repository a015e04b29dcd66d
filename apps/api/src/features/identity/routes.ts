import { ADMIN_PAGE_SIZES } from '@clearbook/contracts/admin';
import { messages } from '@clearbook/contracts/messages';
import type { SaidDates } from '@clearbook/domain/identity';
import type { Pool } from 'pg';
import { v7 as newId } from 'uuid';
import type { Ledger } from '../../ledger/index.ts';
import { readLastScreening, screenDue, type ScreeningList } from '../screening/index.ts';
import type { Config } from '../../platform/config.ts';
import type { FileStore } from '../../platform/files/index.ts';
import { Problem, type Register } from '../../platform/http/index.ts';
import { pageReply, pageRequest } from '../../platform/paging.ts';
import { execute, needsTwo, propose } from '../books/index.ts';
import { changeDetails } from './change-details.ts';
import { decideIdentity } from './decide-identity.ts';
import { exportTable } from '../tables/index.ts';
import { found } from './found.ts';
import { fundsRoutes } from './funds-routes.ts';
import { findVerification, listOf, pageVerifications, readIdentity } from './identity.query.ts';
import { readDetails, readDetailsVersions } from './personal-details.query.ts';
import { correctDates } from './record-dates.ts';
import { verificationRows } from './verifications-export.query.ts';
import { submitIdentity } from './submit-identity.ts';

export type IdentityDeps = {
  readonly pool: Pool;
  readonly files: FileStore;
  readonly ledger: Ledger;
  readonly config: Pick<Config, 'mode'>;
  readonly screeningList: ScreeningList;
};

export function identityRoutes(register: Register, deps: IdentityDeps): void {
  const { pool, ledger, config, screeningList } = deps;
  fundsRoutes(register, deps);

  register('GET /identity', ({ actor, now }) => readIdentity(pool, actor.userId, now));

  register('POST /identity', async ({ actor, files, now }) => {
    await submitIdentity(deps, actor.userId, files, now);
    return readIdentity(pool, actor.userId, now);
  });

  register('GET /identity/details', async ({ actor }) => ({ details: await readDetails(pool, actor.userId) }));

  register('PUT /identity/details', async ({ actor, body, now }) => {
    await changeDetails(pool, actor.userId, body, now);
    // A list that can't be read stops nobody: the job that screens fails for all to see, and looks at them once it can be.
    await screenDue({ pool, list: screeningList }, now, actor.userId).catch(() => undefined);
    return { details: await readDetails(pool, actor.userId) };
  });

  register('GET /admin/verifications', async ({ query, now }) => {
    const page = pageRequest(query, ADMIN_PAGE_SIZES.verifications);
    const { data, total, capped } = await pageVerifications(pool, page, now);
    return pageReply(page, data, total, capped);
  });

  register('GET /admin/verifications.csv', (request) =>
    exportTable(pool, listOf(request.query.status, request.now), request, (client, keys) =>
      verificationRows(client, keys, request.now),
    ),
  );

  register('GET /admin/verifications/:id', async ({ params, now }) =>
    found(await findVerification(pool, params.id, now)),
  );

  register('GET /admin/verifications/:id/details', async ({ actor, params, now }) => {
    found(await findVerification(pool, params.id, now));
    // Before anything is shown, as with the pictures: what can't be recorded isn't shown.
    await pool.query(
      "select ledger.record_audit($1, 'details.view', 'verification', $2::text, $2::text::uuid, '{}', $3)",
      [actor.userId, params.id, now],
    );
    const [versions, screening] = await Promise.all([
      readDetailsVersions(pool, params.id),
      readLastScreening(pool, params.id),
    ]);
    return { versions, screening };
  });

  register('PUT /admin/verifications/:id/dates', async ({ actor, params, body, now }) => {
    await correctDates(pool, { staffId: actor.userId, clientId: params.id, now }, body);
    return found(await findVerification(pool, params.id, now));
  });

  register('POST /admin/verifications/:id/decision', async (request) => {
    const { actor, params, body, now } = request;
    const submission = body.submission ?? null;
    const before = found(await findVerification(pool, params.id, now));
    if (body.decision === 'reject' && before.status !== 'pending' && before.is_verified) {
      const command = {
        kind: 'decline_verification' as const,
        clientId: params.id,
        submission: submission ?? before.submission,
      };
      // It happens once under any key, because declined documents are no longer approved.
      const once = { ...request, key: newId(), requestHash: '00' };
      if (needsTwo(config)) await propose(ledger, { command, reason: body.reason }, once);
      else await execute(ledger, { ...command, staffId: actor.userId, reason: body.reason }, once);
      return found(await findVerification(pool, params.id, now));
    }
    await decideIdentity(
      pool,
      actor.userId,
      params.id,
      body.decision === 'approve'
        ? { decision: 'approve', dates: saidDates(body, config), submission }
        : { decision: 'reject', declined: body.documents ?? [], reason: body.reason, submission },
      now,
    );
    return found(await findVerification(pool, params.id, now));
  });
}

/** A live site takes no approval without them. @throws Problem 422 */
function saidDates(
  { expires_on, review_on }: { [Name in keyof SaidDates]?: SaidDates[Name] | undefined },
  { mode }: Pick<Config, 'mode'>,
): SaidDates | null {
  if (expires_on !== undefined) return { expires_on, review_on };
  if (mode === 'demo' && review_on === undefined) return null;
  const { invalid, expiry } = messages.identity.dates;
  throw new Problem(422, 'identity.dates_invalid', invalid, [{ name: 'expires_on', message: expiry }]);
}
