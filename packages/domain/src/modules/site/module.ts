import { module } from '../../kernel/module.ts';
import { SITE_FEES } from './model.ts';

/** What only two people change together: see modules/proposals. */
export const site = module({ name: 'site', uses: ['funding'], refusals: {}, readings: { SITE_FEES }, commands: {} });
