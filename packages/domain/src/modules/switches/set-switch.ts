import type { Context, Decision, Fields } from '../../kernel/decision.ts';
import { PARTIES } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { created } from '../../kernel/table.ts';
import { STOPS, SWITCH_CHANGES, type SwitchName } from './model.ts';
import { refuse } from './refusals.ts';

/** One member of staff stops something for everybody, or lets it go on. */
export type SetSwitch = {
  readonly kind: 'set_switch';
  readonly staffId: string;
  readonly name: SwitchName;
  readonly stopped: boolean;
  /** What clients read; empty for a start. */
  readonly banner: string;
  readonly reason: string;
};

/** Takes effect with its commit, in every process: whatever it stops is decided by what is read with the decision. */
export function decideSetSwitch(
  state: State,
  { staffId, name, stopped, banner, reason }: SetSwitch,
  context: Context,
): Decision<Fields<'id'>> {
  const staff = state.of(PARTIES).get(staffId);
  if (staff === undefined || staff.kind !== 'staff') throw new Error('a switch of somebody who is not staff');
  // To change the sentence that clients read, it is stopped again.
  if (!stopped && !state.of(STOPS).has(name)) return refuse('switch.already');
  const id = context.newId();
  return {
    outcome: { ok: true, result: { id } },
    // Staff are told by what writes it (apps/api/sql/modules/switches.sql).
    rows: [
      created(SWITCH_CHANGES, { id, name, stopped, banner: stopped ? banner : '', reason, staffId, at: context.now }),
    ],
    records: [
      {
        kind: 'audit',
        actorId: staffId,
        action: stopped ? 'switch.stop' : 'switch.start',
        subjectType: 'switch',
        subjectId: name,
        clientId: null,
        facts: { switch: name, reason, ...(stopped && { banner }) },
      },
    ],
    invalidates: [true, false].map((toStaff) => ({
      clientId: null,
      topics: toStaff ? ['settings', 'notifications'] : ['settings'],
      event: 'switch_set',
      subjectId: name,
      staff: toStaff,
    })),
  };
}
