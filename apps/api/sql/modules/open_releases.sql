-- Version 1, text 70e4a0201441.
-- What members of staff let go alone, and the limits of it: read once they are locked, so that two decisions of one person never look at the
-- same sum. Null where the batch asks for none; demo mode limits nobody.
create or replace function ledger.open_releases(p_more jsonb) returns jsonb
language plpgsql set search_path = ledger, pg_temp as
$$
begin
  if p_more -> 'releasesOf' is null then
    return null;
  end if;
  return (
    select jsonb_build_object('releases', jsonb_build_object('live', i.mode = 'live', 'day', to_char(h.at at time zone 'UTC', 'YYYY-MM-DD'),
      'dayLimit', l.day_cents::text, 'clientLimit', l.client_cents::text,
      'alone', case when i.mode = 'live' then
        -- Of the day before too: a server's clock may be behind the books, or ahead of them.
        (select jsonb_agg(jsonb_build_object('staffId', r.staff_id, 'clientId', r.client_id, 'amount', r.cents::text, 'day', r.day))
         from ledger.released_alone(array(select jsonb_array_elements_text(p_more -> 'releasesOf')::uuid), h.at - interval '24 hours') r) end))
    from app.instance i, ledger.head h, ledger.release_limits() l);
end
$$;
