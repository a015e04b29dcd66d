import { follow, module } from '../../kernel/module.ts';
import { moneySettings, SETTINGS } from '../funding/model.ts';
import { SITE_CHANGES, SITE_FEES } from './model.ts';

/** What only two people change together: see modules/proposals. */
export const site = module({
  name: 'site',
  uses: ['funding'],
  tables: [SITE_CHANGES],
  follows: [
    follow(SITE_CHANGES, (state, _before, { command, feeBeforeBps, feeFrom }) => {
      if (command.kind !== 'set_fees') return;
      state.of(SETTINGS).set('', {
        ...moneySettings(state),
        minimumWithdrawal: command.minimum,
        withdrawalFeeBps: command.feeBps,
        feeRaise: feeBeforeBps === null || feeFrom === null ? null : { beforeBps: feeBeforeBps, from: feeFrom },
      });
    }),
  ],
  refusals: {},
  readings: { SITE_FEES },
  commands: {},
});
