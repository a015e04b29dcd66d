import { module } from '../../kernel/module.ts';

/** Trades and what they are worth: rows and reckoning that other modules decide with. */
export const positions = module({ name: 'positions', uses: [], refusals: {}, commands: {} });
