import type { Context, Decision } from '../../kernel/decision.ts';
import { PARTIES } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { created } from '../../kernel/table.ts';
import { centsToDecimal } from '../../money/index.ts';
import { NO_PACKAGE } from '../positions/terms.ts';
import { type Offer, PACKAGES } from './model.ts';
import { improves } from './packages.ts';
import { refuse } from './refusals.ts';

export type AddPackage = {
  readonly kind: 'add_package';
  readonly staffId: string;
  readonly package: Offer;
};

/** Staff put another package on sale. It never changes afterwards, so clients get what they saw. */
export function decideAddPackage(state: State, command: AddPackage, context: Context): Decision {
  const staff = state.of(PARTIES).get(command.staffId);
  if (staff === undefined || staff.kind !== 'staff') throw new Error('a package of somebody who is not staff');
  const { package: added } = command;
  if (!improves(NO_PACKAGE, added)) return refuse('plan.useless', 'markup');
  return {
    outcome: { ok: true, result: { id: added.id } },
    rows: [created(PACKAGES, { ...added, addedBy: staff.id, at: context.now })],
    records: [
      {
        kind: 'audit',
        actorId: staff.id,
        action: 'package.add',
        subjectType: 'package',
        subjectId: added.id,
        clientId: null,
        facts: {
          price: centsToDecimal(added.price),
          markup: added.markup.toString(),
          leverage: added.leverageCeiling.toString(),
        },
      },
    ],
    invalidates: [{ clientId: null, topics: ['plans'], event: 'package_added', subjectId: added.id, staff: false }],
  };
}
