import { module } from '../../kernel/module.ts';
import { RELEASES_REFUSALS } from './refusals.ts';

export const releases = module({ name: 'releases', uses: [], refusals: RELEASES_REFUSALS, commands: {} });
