-- Version 1, text 4e510f05c094.
-- What one member of staff may let go alone on a UTC day, in cents: of everybody's money and of one client's. Until two people set others,
-- $25,000.00 and $10,000.00.
create or replace function ledger.release_limits(out day_cents bigint, out client_cents bigint)
language sql stable set search_path = ledger, pg_temp as
$$
  select l.day_cents, l.client_cents from (
    (select 0 as older, r.day_cents, r.client_cents from ledger.release_limit r order by r.id desc limit 1)
    union all select 1, @limit.release_day, @limit.release_client
  ) as l order by l.older limit 1
$$;

grant execute on function ledger.release_limits() to clearbook_app;
