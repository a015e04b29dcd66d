import { DEFAULT_RELEASE_LIMITS } from './limits.ts';
import { module } from '../../kernel/module.ts';
import { RELEASES } from './model.ts';
import { RELEASES_REFUSALS } from './refusals.ts';

export const releases = module({
  name: 'releases',
  uses: [],
  refusals: RELEASES_REFUSALS,
  limits: { release_day: DEFAULT_RELEASE_LIMITS.day, release_client: DEFAULT_RELEASE_LIMITS.client },
  readings: { RELEASES },
  commands: {},
});
