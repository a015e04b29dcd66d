import { INVITATION_LIFE_MS } from '../../access/limits.ts';
import type { Context, Decision } from '../../kernel/decision.ts';
import { PARTIES, type Party } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { changed, created } from '../../kernel/table.ts';
import { PASSWORD_LINKS } from './password-link.ts';
import { refuse } from './refusals.ts';

/** Makes a person a member of staff. Their address is stored next to the proposal, never in the books. */
export type AddStaff = { readonly kind: 'add_staff'; readonly memberId: string; readonly role: string };
/** Ends a member's access, and every session with it. */
export type RemoveStaff = { readonly kind: 'remove_staff'; readonly memberId: string };

/** Gives a member another role, from the next request on. */
export type SetRole = { readonly kind: 'set_role'; readonly memberId: string; readonly role: string };
/** Makes a role, or says anew what one of the installation's own may do. Whoever has it may that from the next request on. */
export type DefineRole = {
  readonly kind: 'define_role';
  readonly name: string;
  readonly permissions: readonly string[];
  /** The proposal whose values it takes the place of, as its proposer saw them; null: nobody had set any. */
  readonly replaces: string | null;
};

/** Somebody who has the address already. */
export type Member = Pick<Party, 'id' | 'kind' | 'status'>;

type Doing = {
  readonly staffId: string;
  readonly member?: Member | null;
  readonly email?: string;
  readonly link?: { readonly token: string; readonly hash: string };
};

/** A new member, or one whose access had been ended. Without a link the command is only checked. */
export function decideAddStaff({ memberId, role }: AddStaff, doing: Doing, context: Context): Decision {
  const { member, email, link } = doing;
  if (member) {
    if (member.kind === 'client') return refuse('staff.is_client', 'email');
    if (member.status !== 'closed') return refuse('staff.already', 'email');
    if (member.id !== memberId) return refuse('staff.already', 'email');
  }
  if (link === undefined || email === undefined) return { outcome: { ok: true, result: { id: memberId } } };
  const expiresAt = new Date(context.now.getTime() + INVITATION_LIFE_MS);
  return {
    outcome: { ok: true, result: { id: memberId } },
    rows: [created(PASSWORD_LINKS, { tokenHash: `\\x${link.hash}`, userId: memberId, expiresAt })],
    records: [audit(doing.staffId, 'staff.let_in', memberId, { role })],
    notifications: [{ userId: memberId, template: 'staff-invitation', values: { token: link.token } }],
  };
}

export function decideRemoveStaff(state: State, { memberId }: RemoveStaff, { staffId }: Doing): Decision {
  const party = state.of(PARTIES).get(memberId);
  if (party === undefined || party.kind !== 'staff' || party.status === 'closed') return refuse('staff.not_found');
  return {
    outcome: { ok: true, result: { id: memberId } },
    rows: [changed(PARTIES, party, { ...party, status: 'closed' })],
    records: [audit(staffId, 'staff.remove', memberId)],
  };
}

export function decideSetRole(state: State, { memberId, role }: SetRole, { staffId }: Doing): Decision {
  const party = state.of(PARTIES).get(memberId);
  if (party === undefined || party.kind !== 'staff' || party.status === 'closed') return refuse('staff.not_found');
  return {
    outcome: { ok: true, result: { id: memberId } },
    records: [audit(staffId, 'staff.role', memberId, { role })],
  };
}

export function decideDefineRole({ name, permissions }: DefineRole, { staffId }: Doing): Decision {
  return {
    outcome: { ok: true, result: { id: name } },
    records: [
      { ...audit(staffId, 'staff.define_role', name, { permissions: permissions.join(', ') }), subjectType: 'role' },
    ],
  };
}

function audit(actorId: string, action: string, memberId: string, facts: Readonly<Record<string, string>> = {}) {
  return {
    kind: 'audit',
    actorId,
    action,
    subjectType: 'user',
    subjectId: memberId,
    clientId: null,
    facts,
  } as const;
}
