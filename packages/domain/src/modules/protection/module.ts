import { LOOSENING_MS } from './limits.ts';
import { command, module, rows } from '../../kernel/module.ts';
import { BREAKS, CLIENT_LIMITS, PROTECTION_OF } from './model.ts';
import { PROTECTION_REFUSALS } from './refusals.ts';
import { decideSetLimits } from './set-limits.ts';
import { decideReturnFromExclusion, decideTakeTimeOut } from './take-time-out.ts';
import { tally } from './tally.ts';

export const protection = module({
  name: 'protection',
  uses: ['positions'],
  tables: [CLIENT_LIMITS, BREAKS],
  readings: { PROTECTION_OF },
  posted: tally,
  refusals: PROTECTION_REFUSALS,
  limits: { loosening_ms: LOOSENING_MS },
  commands: {
    set_limits: command(decideSetLimits, { reads: ({ clientId }) => [rows(PROTECTION_OF, clientId)] }),
    take_time_out: command(decideTakeTimeOut, { reads: ({ clientId }) => [rows(PROTECTION_OF, clientId)] }),
    return_from_exclusion: command(decideReturnFromExclusion, {
      reads: ({ clientId }) => [rows(PROTECTION_OF, clientId)],
    }),
  },
});
