import { type Strategy, STRATEGIES } from '@clearbook/domain/copying';
import type { Cents } from '@clearbook/domain/money';
import { DEMO_DOMAIN, type DemoPerson } from '../demo/index.ts';

export type Bot = {
  readonly strategy: Strategy;
  readonly person: DemoPerson;
  readonly capital: Cents;
  readonly minimumBalance: Cents;
  readonly profitShareBps: number;
};

const NAMES = { trend: 'Trend bot', breakout: 'Breakout bot', reversal: 'Reversal bot' } as const;

/** The house's bots, named as such, each with capital of the house. */
export const BOTS: readonly Bot[] = STRATEGIES.map((strategy) => ({
  strategy,
  person: {
    email: `${strategy.id}-bot@${DEMO_DOMAIN}`,
    username: `${strategy.id}-bot`,
    fullname: NAMES[strategy.id],
    role: 'client',
  },
  capital: 2_500_000n,
  minimumBalance: 10_000n,
  profitShareBps: 1_000,
}));
