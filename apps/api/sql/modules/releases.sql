-- Version 3, text d222543b01ca.
-- G58: the limits of a proposal, once, and of one that is approved in the same commit. They are never changed.
create or replace function ledger.check_release_limit(p_book smallint, b ledger.release_limit, a ledger.release_limit_image, s ledger.subject_sums, p_at timestamptz) returns text
language plpgsql as
$$
begin
  return case when b.id is null and a.at = p_at and exists (
    select from ledger.proposal q where q.id = a.proposal_id and q.kind = 'set_release_limits'
      and ((q.command ->> 'dayLimit')::bigint, (q.command ->> 'clientLimit')::bigint) = (a.day_cents, a.client_cents)
  ) then null else 'G58' end;
end
$$;

create or replace function ledger.verify_release_limit(p_book smallint, p_rows ledger.release_limit_image[], p_at timestamptz) returns void
language plpgsql as
$$
begin
  if exists (select from unnest(p_rows) a where not ledger.approved_now(a.proposal_id)) then
    raise exception 'ledger: limits that no two people set' using errcode = 'CB095';
  end if;
end
$$;
