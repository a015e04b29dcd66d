-- Version 1, text 76efd2fac700.
-- Everything that can be proposed, one act a line, as in packages/domain/src/proposals/act.ts. What it is about (a client, staff, the site), the
-- event of the entry that approving it writes (null: no money moves), and whether it names a record from the start.
create or replace function ledger.proposal_acts() returns table (kind text, about text, event smallint, names_record boolean)
language sql immutable set search_path = ledger, pg_temp as
$$
  values
    ('adjust', 'client', 9::smallint, false),
    ('record_trade', 'client', 9, false),
    ('add_to_trade', 'client', 9, true),
    ('approve_payout', 'client', 7, true),
    ('place_hold', 'client', null, true),
    ('renew_hold', 'client', null, true),
    ('add_staff', 'staff', null, true),
    ('remove_staff', 'staff', null, true)
$$;
