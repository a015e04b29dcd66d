import { module } from '../../kernel/module.ts';

/** What only two people change together: see modules/proposals. */
export const site = module({ name: 'site', uses: ['funding'], refusals: {}, commands: {} });
