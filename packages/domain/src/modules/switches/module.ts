import { command, follow, module } from '../../kernel/module.ts';
import { readStops } from './guard.ts';
import { STOPS, SWITCH_CHANGES } from './model.ts';
import { SWITCHES_REFUSALS } from './refusals.ts';
import { decideSetSwitch } from './set-switch.ts';

/** What staff stop for everybody in an emergency. */
export const switches = module({
  name: 'switches',
  uses: [],
  tables: [SWITCH_CHANGES],
  follows: [
    follow(SWITCH_CHANGES, (state, _before, { name, stopped }) => {
      if (stopped) state.of(STOPS).set(name, true);
      else state.of(STOPS).delete(name);
    }),
  ],
  refusals: SWITCHES_REFUSALS,
  readings: { STOPS },
  // It touches no client's books.
  commands: {
    set_switch: command(decideSetSwitch, { parties: ({ staffId }) => [staffId], reads: () => [readStops()] }),
  },
});
