import { command, follow, type LockSet, module, type Read, rows } from '../../kernel/module.ts';
import { PROPOSED_ABOUT } from '../funding/model.ts';
import { aloneOn, clientOf, nameSetBy } from './about.ts';
import { type ProposedCommand, declared } from './proposed-command.ts';
import { decideProposal, endRefused } from './decide-proposal.ts';
import { PROPOSALS, PROPOSALS_OF, SET_BY } from './model.ts';
import { PASSWORD_LINKS } from './password-link.ts';
import { decidePropose } from './propose.ts';
import { PROPOSALS_REFUSALS } from './refusals.ts';

type AboutProposed = { readonly staffId: string; readonly command: ProposedCommand };

function readsOf({ command, staffId }: AboutProposed): Read[] {
  const [alone, name] = [aloneOn(command), nameSetBy(command)];
  return [
    ...declared(command).reads(command, staffId),
    ...(alone === null ? [] : [rows(PROPOSALS_OF, alone)]),
    ...(name === null ? [] : [rows(SET_BY, name)]),
  ];
}

function partiesOf({ command, staffId }: AboutProposed): LockSet['parties'] {
  return [clientOf(command), 'memberId' in command ? command.memberId : null, staffId].filter((id) => id !== null);
}

/** What waits about a record, as its own decisions read it. */
const waits = follow(PROPOSALS, (state, _, { subjectId, kind, command, lapsesAt, status }) => {
  if (subjectId === null) return;
  const about = state.of(PROPOSED_ABOUT);
  if (status !== 'waiting') return void about.delete(subjectId);
  const all = [...state.of(PROPOSALS).values()].filter((one) => one.subjectId === subjectId && one.kind === kind);
  const firstAt = new Date(Math.min(...all.map(({ proposedAt }) => proposedAt.getTime())));
  const namesPayment = 'payoutReference' in command && command.payoutReference !== null;
  about.set(subjectId, { kind, namesPayment, firstAt, lapsesAt });
});

/** What was approved for everybody is what the next proposal of the same batch replaces. */
const holds = follow(PROPOSALS, (state, _before, { id, command, status }) => {
  const name = nameSetBy(command);
  if (name !== null && status === 'approved') state.of(SET_BY).set(name, id);
});

export const proposals = module({
  name: 'proposals',
  uses: ['configuration', 'funding', 'holds', 'identity', 'loans', 'manual', 'positions', 'releases', 'site'],
  tables: [PROPOSALS, PASSWORD_LINKS],
  follows: [waits, holds],
  refusals: PROPOSALS_REFUSALS,
  constraints: { staff_address: 'staff.is_client' },
  locks: [PROPOSALS],
  readings: { SET_BY },
  commands: {
    propose: command(decidePropose, { parties: partiesOf, reads: readsOf }),
    decide_proposal: command(decideProposal, {
      parties: partiesOf,
      reads: (decision) => [rows(PROPOSALS, decision.proposalId), ...readsOf(decision)],
      refused: endRefused,
    }),
  },
});
