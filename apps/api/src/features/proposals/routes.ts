import { ADMIN_PAGE_SIZES } from '@clearbook/contracts/admin';
import { messages } from '@clearbook/contracts/messages';
import { usdToCents } from '@clearbook/contracts/money';
import type { Pool } from 'pg';
import { v7 as newId } from 'uuid';
import type { Ledger } from '../../ledger/index.ts';
import { Problem, type Register, requireStepUp } from '../../platform/http/index.ts';
import { pageOf, pageReply, pageRequest } from '../../platform/paging.ts';
import { executeAndShow, makeProposal } from '../books/index.ts';
import { type Lending, requireLending } from '../loans/index.ts';
import { oneTimeLink } from '../sessions/index.ts';
import { findPerson, findProposal, listStaff, pageProposals, readProposed } from './proposals.query.ts';
import { readReleaseLimits } from './releases.query.ts';

export type ProposalDeps = { readonly ledger: Ledger; readonly pool: Pool; readonly config: Lending };

/** What waits for a second person, and the decision. Changes of staff begin here; whatever else is proposed begins at its own route. */
export function proposalRoutes(register: Register, { ledger, pool, config }: ProposalDeps): void {
  register('GET /admin/proposals', async ({ actor, query, now }) => {
    const page = pageRequest(query, ADMIN_PAGE_SIZES.proposals);
    const { data, total } = await pageProposals(pool, page, actor.userId, now);
    return pageReply(page, data, total);
  });

  register('GET /admin/staff', async ({ query, now }) => pageOf(await listStaff(pool, now), ({ id }) => id, query));

  register('POST /admin/proposals', async (request) => {
    const { actor, body, now } = request;
    if (body.action === 'remove_staff') {
      const command = { kind: 'remove_staff' as const, memberId: body.member_id };
      const id = await makeProposal(ledger, { command, reason: body.reason }, request);
      return found(await findProposal(pool, id, actor.userId, now));
    }
    const member = await findPerson(pool, body.email);
    // Whose access had ended comes back as who they were.
    const memberId = member?.kind === 'staff' ? member.id : newId();
    const command = { kind: 'add_staff' as const, memberId };
    const id = await makeProposal(ledger, { command, reason: body.reason, email: body.email, member }, request);
    return found(await findProposal(pool, id, actor.userId, now));
  });

  register('GET /admin/release-limits', ({ actor, query, now }) =>
    readReleaseLimits(pool, { staffId: actor.userId, clientId: query.user_id ?? null }, now),
  );

  register('POST /admin/release-limits', async (request) => {
    const { actor, body, now } = request;
    const [dayLimit, clientLimit] = [usdToCents(body.day_limit), usdToCents(body.client_limit)];
    const command = { kind: 'set_release_limits' as const, dayLimit, clientLimit };
    const id = await makeProposal(ledger, { command, reason: body.reason }, request);
    return found(await findProposal(pool, id, actor.userId, now));
  });

  register('POST /admin/proposals/:id/decision', async (request) => {
    const { actor, params, body, now } = request;
    const command = found(await readProposed(pool, params.id));
    if (body.decision === 'approve' && (command.kind === 'set_wallets' || command.kind === 'set_fees'))
      requireStepUp(actor);
    if (command.kind === 'approve_loan' && body.decision === 'approve') requireLending(config);
    return executeAndShow(
      { ledger, pool },
      {
        kind: 'decide_proposal',
        staffId: actor.userId,
        proposalId: params.id,
        command,
        decision: body.decision,
        reason: body.decision === 'decline' ? body.reason : null,
        ...(body.decision === 'approve' && command.kind === 'add_staff' && { link: oneTimeLink() }),
      },
      request,
      async () => found(await findProposal(pool, params.id, actor.userId, now)),
    );
  });
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Problem(404, 'proposal.not_found', messages.proposal.notFound);
  return value;
}
