type WithdrawalMethod = 'bank' | 'crypto' | 'paypal' | 'cashapp' | 'gcash';
type DepositMethod = 'bitcoin' | 'ethereum' | 'tether';

/** Every fact that an operator's rule can ask about, with the type of its value. Each is as it was when the money was asked for. */
type FactValues = {
  readonly amount: bigint;
  readonly method: WithdrawalMethod | DepositMethod;
  readonly account_age_days: number;
  readonly first_payout: boolean;
  readonly days_since_last_deposit: number;
  readonly percent_of_recent_deposits: number;
  readonly withdrawals_in_24_hours: number;
  readonly first_deposit: boolean;
  readonly deposits_in_24_hours: number;
};
type Fact = keyof FactValues;

/** Which of them there are of what. */
type FactsAbout = {
  readonly withdrawal:
    | 'amount'
    | 'method'
    | 'account_age_days'
    | 'first_payout'
    | 'days_since_last_deposit'
    | 'percent_of_recent_deposits'
    | 'withdrawals_in_24_hours';
  readonly deposit: 'amount' | 'method' | 'account_age_days' | 'first_deposit' | 'deposits_in_24_hours';
};
export type RuleAbout = keyof FactsAbout;

/** What is known of one withdrawal or deposit; null where there is nothing to know, such as the last deposit of somebody who made none. */
export type RuleFacts<A extends RuleAbout> = { readonly [F in FactsAbout[A]]: FactValues[F] | null };

/** A fact that made a rule hold, with its value. */
export type NamedFact = { [F in Fact]: { readonly fact: F; readonly value: FactValues[F] } }[Fact];

/** What a rule can ask: a bound of a number or of money, one of several words, or yes and no. */
type ConditionOn<F extends Fact> = [FactValues[F]] extends [boolean]
  ? { readonly fact: F; readonly is: boolean }
  : [FactValues[F]] extends [string]
    ? { readonly fact: F; readonly is: 'one_of'; readonly values: readonly FactValues[F][] }
    : { readonly fact: F; readonly is: 'at_least' | 'at_most'; readonly value: FactValues[F] };
export type Condition<A extends RuleAbout = RuleAbout> = { [F in FactsAbout[A]]: ConditionOn<F> }[FactsAbout[A]];
