import { command, module, rows } from '../../kernel/module.ts';
import { NO_PACKAGE } from '../positions/terms.ts';
import { decideAddPackage } from './add-package.ts';
import { decideBuyPackage, decideBuySignalPlan } from './buy.ts';
import { PACKAGES, PURCHASES } from './model.ts';
import { PLANS_REFUSALS } from './refusals.ts';
import { readSale } from './sale.ts';

export const plans = module({
  name: 'plans',
  uses: ['configuration', 'funding', 'positions', 'protection'],
  tables: [PACKAGES, PURCHASES],
  refusals: PLANS_REFUSALS,
  limits: { markup: NO_PACKAGE.markup },
  commands: {
    buy_package: command(decideBuyPackage, {
      reads: ({ packageId }) => [rows(PACKAGES, packageId), readSale('package', packageId)],
    }),
    buy_signal_plan: command(decideBuySignalPlan, { reads: ({ planId }) => [readSale('signal_plan', planId)] }),
    // It touches no client's books.
    add_package: command(decideAddPackage, { parties: ({ staffId }) => [staffId] }),
  },
});
