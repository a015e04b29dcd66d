import { DEFAULT_RELEASE_LIMITS } from './limits.ts';
import { follow, module } from '../../kernel/module.ts';
import { RELEASE_LIMITS, RELEASES } from './model.ts';
import { RELEASES_REFUSALS } from './refusals.ts';

export const releases = module({
  name: 'releases',
  uses: [],
  tables: [RELEASE_LIMITS],
  follows: [
    follow(RELEASE_LIMITS, (state, _before, { dayCents, clientCents }) => {
      const releases = state.of(RELEASES).get('');
      if (releases !== undefined)
        state.of(RELEASES).set('', { ...releases, limits: { day: dayCents, client: clientCents } });
    }),
  ],
  refusals: RELEASES_REFUSALS,
  limits: { release_day: DEFAULT_RELEASE_LIMITS.day, release_client: DEFAULT_RELEASE_LIMITS.client },
  readings: { RELEASES },
  commands: {},
});
