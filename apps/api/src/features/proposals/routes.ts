import { ADMIN_PAGE_SIZES } from '@clearbook/contracts/admin';
import { messages } from '@clearbook/contracts/messages';
import { FIRST_ROLE, type Permission, PERMISSIONS, ROLES } from '@clearbook/contracts/permissions';
import { type Proposal, takes } from '@clearbook/contracts/proposals';
import { usdToCents } from '@clearbook/contracts/money';
import type { ProposedCommand } from '@clearbook/domain/proposals';
import type { Pool } from 'pg';
import { v7 as newId } from 'uuid';
import type { Ledger } from '../../ledger/index.ts';
import { type Actor, Problem, type Register, requirePermission, requireStepUp } from '../../platform/http/index.ts';
import { pageOf, pageReply, pageRequest } from '../../platform/paging.ts';
import { executeAndShow, makeProposal, setBy } from '../books/index.ts';
import { type Lending, requireLending } from '../loans/index.ts';
import { oneTimeLink } from '../sessions/index.ts';
import { listed, recordExport, within } from '../tables/index.ts';
import { findPerson, findProposal, pageProposals, proposalRows, readProposed } from './proposals.query.ts';
import { listRoles, listStaff, mayOthersChangeStaff, roleFileRow, staffFileRow } from './staff.query.ts';
import { readReleaseLimits } from './releases.query.ts';

export type ProposalDeps = { readonly ledger: Ledger; readonly pool: Pool; readonly config: Lending };

/** What waits for a second person, and the decision. Changes of staff begin here; whatever else is proposed begins at its own route. */
export function proposalRoutes(register: Register, { ledger, pool, config }: ProposalDeps): void {
  staffRoutes(register, pool);

  register('GET /admin/proposals', async ({ actor, query, now }) => {
    const page = pageRequest(query, ADMIN_PAGE_SIZES.proposals);
    const { data, total } = await pageProposals(pool, page, actor, now);
    return pageReply(page, data, total);
  });

  register('GET /admin/proposals/:id', ({ actor, params, now }) => shownProposal(pool, params.id, actor, now));

  register('GET /admin/proposals.csv', async (request) => {
    await recordExport(pool, 'proposals', request);
    return proposalRows(pool, request);
  });

  register('POST /admin/proposals', async (request) => {
    const { actor, body, now } = request;
    if (body.action === 'remove_staff') {
      const command = { kind: 'remove_staff' as const, memberId: body.member_id };
      const id = await makeProposal(ledger, { command, reason: body.reason }, request);
      return found(await findProposal(pool, id, actor, now));
    }
    if (body.action === 'set_role') {
      requireAll(actor, await roleOf(pool, body.role));
      const command = { kind: 'set_role' as const, memberId: body.member_id, role: body.role };
      const id = await makeProposal(ledger, { command, reason: body.reason }, request);
      return found(await findProposal(pool, id, actor, now));
    }
    if (body.action === 'define_role') {
      if (Object.hasOwn(ROLES, body.name)) throw fieldProblem('name', messages.admin.roleDeclared);
      const permissions = PERMISSIONS.filter((name) => body.permissions.includes(name));
      requireAll(actor, permissions);
      const { name } = body;
      const replaces = await setBy(pool, `define_role ${name}`, body.set_by);
      const command = { kind: 'define_role' as const, name, permissions, replaces };
      const id = await makeProposal(ledger, { command, reason: body.reason }, request);
      return found(await findProposal(pool, id, actor, now));
    }
    const role = body.role ?? FIRST_ROLE;
    requireAll(actor, await roleOf(pool, role));
    const member = await findPerson(pool, body.email, request.now);
    // Whose access had ended comes back as who they were.
    const memberId = member?.kind === 'staff' ? member.id : newId();
    const command = { kind: 'add_staff' as const, memberId, role };
    const id = await makeProposal(ledger, { command, reason: body.reason, email: body.email, member }, request);
    return found(await findProposal(pool, id, actor, now));
  });

  register('GET /admin/release-limits', ({ actor, query, now }) =>
    readReleaseLimits(pool, { staffId: actor.userId, clientId: query.user_id ?? null }, now),
  );

  register('POST /admin/release-limits', async (request) => {
    const { actor, body, now } = request;
    const [dayLimit, clientLimit] = [usdToCents(body.day_limit), usdToCents(body.client_limit)];
    const replaces = await setBy(pool, 'set_release_limits', body.set_by);
    const command = { kind: 'set_release_limits' as const, dayLimit, clientLimit, replaces };
    const id = await makeProposal(ledger, { command, reason: body.reason }, request);
    return found(await findProposal(pool, id, actor, now));
  });

  register('POST /admin/proposals/:id/decision', async (request) => {
    const { actor, params, body, now } = request;
    const command = found(await readProposed(pool, params.id));
    for (const permission of takes(command)) requirePermission(actor, permission);
    if (body.decision === 'approve') await requireSomebodyLeft(pool, command);
    // Whatever is proposed moves money or access.
    if (body.decision === 'approve') {
      requireAll(actor, await given(pool, command));
      requireStepUp(actor);
    }
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
      async () => found(await findProposal(pool, params.id, actor, now)),
    );
  });
}

/** Who is staff, and what each role includes. */
function staffRoutes(register: Register, pool: Pool): void {
  register('GET /admin/staff.csv', async (request) => {
    await recordExport(pool, 'staff', request);
    const staff = await listStaff(pool, request.now);
    return listed(staff.filter(within(request.query, ({ since }) => since)).map(staffFileRow));
  });

  register('GET /admin/staff', async ({ query, now }) => pageOf(await listStaff(pool, now), ({ id }) => id, query));

  register('GET /admin/roles.csv', async ({ actor, now }) => {
    await recordExport(pool, 'roles', { actor, query: {}, now });
    return listed((await listRoles(pool)).map(roleFileRow));
  });

  register('GET /admin/roles', async ({ query }) => pageOf(await listRoles(pool), ({ id }) => id, query));
}

/** A proposal that a route has made, as it shows it. */
export async function shownProposal(pool: Pool, id: string, actor: Actor, now: Date): Promise<Proposal> {
  return found(await findProposal(pool, id, actor, now));
}

/** What a role includes. @throws Problem 422 where nobody could have this role */
async function roleOf(pool: Pool, role: string): Promise<readonly Permission[]> {
  const found = (await listRoles(pool)).find(({ id }) => id === role);
  if (found === undefined) throw fieldProblem('role', messages.admin.roleUnknown);
  return found.permissions;
}

/** What a proposal would let somebody do. */
async function given(pool: Pool, command: ProposedCommand): Promise<readonly Permission[]> {
  if (command.kind === 'add_staff' || command.kind === 'set_role') return roleOf(pool, command.role);
  return command.kind === 'define_role' ? PERMISSIONS.filter((name) => command.permissions.includes(name)) : [];
}

/** Nobody lets anybody do what they may not do themselves. The database refuses it too. @throws Problem 403 that names what is missing */
function requireAll(actor: Pick<Actor, 'permissions'>, permissions: readonly Permission[]): void {
  for (const name of permissions) requirePermission(actor, name);
}

/** @throws Problem 409 where nobody could change staff any more. The database refuses it too. */
async function requireSomebodyLeft(pool: Pool, command: ProposedCommand): Promise<void> {
  const leaving = command.kind === 'remove_staff' || command.kind === 'set_role' ? command.memberId : null;
  if (
    leaving !== null &&
    !(await mayOthersChangeStaff(pool, leaving, command.kind === 'set_role' ? command.role : null))
  )
    throw new Problem(409, 'staff.last_owner', messages.proposal.lastOwner);
}

function fieldProblem(name: string, message: string): Problem {
  return new Problem(422, 'request.invalid', messages.common.checkFields, [{ name, message }]);
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Problem(404, 'proposal.not_found', messages.proposal.notFound);
  return value;
}
