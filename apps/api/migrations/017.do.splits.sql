-- Splits of shares beside dividends (docs/spec/corporate-actions.md, Q8): of how many shares for how many, a 4-for-1 is 4 and 1, a 1-for-10 is 1 and 10.
alter table ledger.corporate_action drop constraint corporate_action_type_check, drop constraint corporate_action_once,
  alter column rate drop not null,
  add column new_rate int, add column old_rate int,
  add constraint corporate_action_type check (type in ('cash_dividend', 'split')),
  add constraint corporate_action_terms check (case type when 'cash_dividend' then rate is not null and num_nonnulls(new_rate, old_rate) = 0
    else rate is null and num_nonnulls(new_rate, old_rate) = 2 and new_rate between 1 and 1000 and old_rate between 1 and 1000 and new_rate <> old_rate
      and gcd(new_rate, old_rate) = 1 end),
  -- One action a share and day, of either type: of two at once nobody could say which shares the other means.
  add constraint corporate_action_once unique (symbol, ex_date);
comment on index ledger.corporate_action_once is 'What concerns a share, by its ex-date: once a closing is filled, and for the lists of what is ahead. And a rule: an action is announced once.';
