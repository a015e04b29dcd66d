import { COOLING_MS, HOLD_ALONE_EVERY_MS } from './hold.ts';
import { command, module, rows } from '../../kernel/module.ts';
import { HOLDS, HOLDS_OF } from './model.ts';
import { decideLiftHold, decidePlaceHold } from './place-hold.ts';
import { HOLDS_REFUSALS } from './refusals.ts';

export const holds = module({
  name: 'holds',
  uses: [],
  tables: [HOLDS],
  refusals: HOLDS_REFUSALS,
  limits: { hold_alone_every_ms: HOLD_ALONE_EVERY_MS, cooling_ms: COOLING_MS },
  commands: {
    place_hold: command(decidePlaceHold, { reads: ({ clientId }) => [rows(HOLDS_OF, clientId)] }),
    lift_hold: command(decideLiftHold, { reads: ({ clientId }) => [rows(HOLDS_OF, clientId)] }),
  },
});
