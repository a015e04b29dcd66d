import { MAX_OPEN_TRADES } from './exposure.ts';
import { module } from '../../kernel/module.ts';
import { COPIES, COPY_OF_TRADE } from './copies.ts';
import { EXPOSURES, TRADES } from './model.ts';

/** Trades and what they are worth: rows and calculations that other modules decide with. */
export const positions = module({
  name: 'positions',
  uses: [],
  refusals: {},
  limits: { open_trades: MAX_OPEN_TRADES },
  locks: [TRADES, COPIES],
  readings: { COPY_OF_TRADE, EXPOSURES },
  commands: {},
});
