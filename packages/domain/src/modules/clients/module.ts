import { command, module, type Read, rows } from '../../kernel/module.ts';
import { SHARES_DUE_TO } from '../copying/model.ts';
import { COMING_DEPOSITS_OF, DEPOSITS_OF, FEE_OF, SETTINGS } from '../funding/model.ts';
import { LOANS_OF } from '../loans/model.ts';
import { POSITIONS_OF } from '../positions/model.ts';
import { ORDERS_OF } from '../trading/model.ts';
import { decideCloseAccount } from './close-account.ts';
import { decideSetControls } from './controls.ts';
import { decideEndGuest } from './end-guest.ts';
import { ERASURES } from './model.ts';
import { CLIENTS_REFUSALS } from './refusals.ts';

/** Whatever may be in an account. */
const inAccount = {
  reads: ({ clientId }: { clientId: string }): Read[] => [
    rows(POSITIONS_OF, clientId),
    rows(DEPOSITS_OF, clientId),
    rows(LOANS_OF, clientId),
    rows(ORDERS_OF, clientId),
    rows(SHARES_DUE_TO, clientId),
  ],
};

export const clients = module({
  name: 'clients',
  uses: ['copying', 'funding', 'loans', 'plans', 'positions', 'protection', 'trading'],
  tables: [ERASURES],
  refusals: CLIENTS_REFUSALS,
  commands: {
    set_controls: command(decideSetControls, {
      reads: ({ clientId, billing }) => [
        rows(SETTINGS, ''),
        rows(ORDERS_OF, clientId),
        ...(billing === null ? [] : [rows(FEE_OF, clientId)]),
      ],
    }),
    close_account: command(decideCloseAccount, {
      reads: (close) => [...inAccount.reads(close), rows(COMING_DEPOSITS_OF, close.clientId)],
    }),
    end_guest: command(decideEndGuest, inAccount),
  },
});
