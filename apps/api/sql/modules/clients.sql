-- Version 1, text b76d879afac2.
-- L2: a decision switches what is declared of a party; balances and tallies are no part of it. Nobody comes to have books by an image, and no entry is about
-- a party.
create or replace function ledger.check_party(b ledger.party, a ledger.party_image, s ledger.subject_sums, p_at timestamptz) returns text
language plpgsql as
$$
begin
  return case
    when b.id is null or s.about_row <> 0 then 'L2'
    -- F42: in live mode a fee that is switched on reaches its client 30 days after they were told.
    when (not a.billing or b.billing and a.billing_from is not distinct from b.billing_from or a.billing_from >= p_at + interval '@limit.fee_notice_ms ms'
      or exists (select from app.instance where mode = 'demo')) is not true then 'F42'
  end;
end
$$;
