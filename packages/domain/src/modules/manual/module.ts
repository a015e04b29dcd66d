import { command, module, type Read, rows } from '../../kernel/module.ts';
import { TRADES } from '../positions/model.ts';
import { afterTriggers } from '../trading/due.ts';
import { untilNow } from '../trading/financing.ts';
import { correctedBy, decideAdjust } from './adjust.ts';
import { ENTRIES, entryKey, MANUAL_TRADES } from './model.ts';
import { decideRecordTrade } from './record-trade.ts';
import { MANUAL_REFUSALS } from './refusals.ts';
import { decideSettleTrade } from './settle-trade.ts';

const correcting = {
  reads: ({ clientId, corrects }: { clientId: string; corrects: bigint | null }): Read[] =>
    corrects === null ? [] : [rows(ENTRIES, entryKey(clientId, corrects))],
};

export const manual = module({
  name: 'manual',
  uses: ['positions', 'trading'],
  tables: [MANUAL_TRADES],
  refusals: MANUAL_REFUSALS,
  readings: { ENTRIES },
  posted: correctedBy,
  commands: {
    adjust: command(decideAdjust, correcting),
    record_trade: command(decideRecordTrade, correcting),
    settle_trade: command(decideSettleTrade, {
      closes: untilNow,
      reads: ({ tradeId }) => [rows(TRADES, tradeId)],
      before: afterTriggers,
    }),
  },
});
