-- Version 5, text 16ffad790a13.
-- Everything that can be proposed, one command a line, as in packages/domain/src/modules/proposals/proposed-command.ts. What it is about (a client, staff, the site), the
-- event of the entry that approving it writes (null: no money moves), and whether it names a record from the start. Of an entry: whether it is
-- about that record, the account whose movement is the proposal's amount, and from which sum on, in cents, it takes two people in live mode.
drop function if exists ledger.proposed_commands();
create function ledger.proposed_commands() returns table (
  kind text, about text, event smallint, names_record boolean, entry_names_it boolean, account smallint, alone_up_to bigint
)
language sql immutable set search_path = ledger, pg_temp as
$$
  values
    ('adjust', 'client', @event.adjustment::smallint, false, false, @account.cash::smallint, 0::bigint),
    ('record_trade', 'client', @event.adjustment, false, false, @account.cash, 0),
    ('add_to_trade', 'client', @event.adjustment, true, false, @account.cash, 0),
    ('approve_payout', 'client', @event.withdrawal_approved, true, true, @account.withdrawing, @limit.alone),
    ('return_payout', 'client', @event.withdrawal_returned, true, true, @account.cash, @limit.alone),
    ('approve_deposit', 'client', @event.deposit_approved, true, true, @account.cash, @limit.alone),
    ('approve_loan', 'client', @event.loan_approved, true, true, @account.cash, @limit.alone),
    ('set_release_limits', 'site', null, false, false, null, null),
    ('set_wallets', 'site', null, false, false, null, null),
    ('set_fees', 'site', null, false, false, null, null),
    ('place_hold', 'client', null, true, false, null, null),
    ('renew_hold', 'client', null, true, false, null, null),
    ('decline_verification', 'client', null, true, false, null, null),
    ('add_staff', 'staff', null, true, false, null, null),
    ('remove_staff', 'staff', null, true, false, null, null)
$$;
