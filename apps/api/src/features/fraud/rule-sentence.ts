import { fraudRuleWords as say } from '@clearbook/contracts/words/fraud-rules';
import type { NamedFact } from '@clearbook/domain/fraud';
import { formatUsd } from '@clearbook/domain/money';

/** What the signal of an operator's rule says: the rule, and each fact that made it. */
export function ruleSentence(name: string, facts: readonly NamedFact[]): string {
  return say.sentence(name, facts.map(phraseOf));
}

function phraseOf(named: NamedFact): string {
  switch (named.fact) {
    case 'amount':
      return formatUsd(named.value);
    case 'method':
      return say.methods[named.value];
    case 'account_age_days':
      return say.accountAge(named.value);
    case 'first_payout':
      return say.firstPayout(named.value);
    case 'days_since_last_deposit':
      return say.sinceLastDeposit(named.value);
    case 'percent_of_recent_deposits':
      return say.percentOfRecent(named.value);
    case 'withdrawals_in_24_hours':
      return say.withdrawalsInADay(named.value);
    case 'first_deposit':
      return say.firstDeposit(named.value);
    case 'deposits_in_24_hours':
      return say.depositsInADay(named.value);
  }
}
