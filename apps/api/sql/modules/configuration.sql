-- Version 21, text d8eba9713af9.
-- The value of one thing that is in effect; null where it is as it comes. What takes effect with its commit has taken effect wherever it can be read.
create or replace function ledger.configured(p_item text, p_key text, p_at timestamptz) returns jsonb
language sql stable set search_path = ledger, pg_temp as
$$
  select v.value from ledger.config_version v where v.item = p_item and v.key = p_key and p_at >= case when v.effective_at > v.at then v.effective_at else p_at end
  order by v.effective_at desc, v.number desc limit 1
$$;
grant execute on function ledger.configured(text, text, timestamptz) to clearbook_app;

-- What decisions read, by "item key": the newest versions, which are those to come (@limit.scheduled at most) and the one in effect.
drop function if exists ledger.configuration(text[]);
create or replace function ledger.configuration(p_names text[]) returns table (name text, id uuid, value jsonb, effective_at timestamptz, at timestamptz, number bigint)
language sql stable set search_path = ledger, pg_temp as
$$
  select n, v.proposal_id, v.value, v.effective_at, v.at, v.number
  from unnest(p_names) n cross join lateral (
    select * from ledger.config_version c where c.item = split_part(n, ' ', 1) and c.key = split_part(n, ' ', 2)
    order by c.effective_at desc, c.number desc limit @limit.scheduled + 1) v
  order by n, v.effective_at desc, v.number desc
$$;
grant execute on function ledger.configuration(text[]) to clearbook_app;

-- The version whose place one takes that begins at this moment, which is not over; null where nobody has set anything.
create or replace function ledger.replaced_at(p_item text, p_key text, p_effective_at timestamptz, p_by uuid) returns uuid
language sql stable set search_path = ledger, pg_temp as
$$
  select v.proposal_id from ledger.config_version v
  where v.item = p_item and v.key = p_key and v.proposal_id is distinct from p_by and (v.effective_at <= p_effective_at or v.effective_at = v.at)
  order by v.effective_at desc, v.number desc limit 1
$$;
grant execute on function ledger.replaced_at(text, text, timestamptz, uuid) to clearbook_app;

-- Whether an instrument has, or is about to have, a limit for all clients together.
create or replace function ledger.is_limited(p_symbol text) returns boolean
language sql stable set search_path = ledger, pg_temp as
$$ select exists (select from ledger.config_version v where v.item = 'volume_limit' and v.key = p_symbol and v.value ->> 'all_clients' is not null) $$;
grant execute on function ledger.is_limited(text) to clearbook_app;

-- What a night may cost, in percent a year of either side: nothing at least, and @limit.financing_bps basis points at most; null for the rate that an instrument comes with.
create or replace function ledger.is_financing(p_value jsonb) returns boolean
language sql immutable as
$$
  select p_value - 'buy' - 'sell' = '{}' and p_value ?& array['buy', 'sell'] and not exists (
    select from jsonb_each(p_value) v where not case jsonb_typeof(v.value) when 'null' then true
      when 'string' then v.value #>> '{}' ~ '^(0|[1-9][0-9]{0,2})([.][0-9]{1,2})?$' and (v.value #>> '{}')::numeric * 100 <= @limit.financing_bps else false end)
$$;

-- What is added to a spread, in pips or basis points: nothing at least, and @limit.spread_tenths tenths at most; null for nothing.
create or replace function ledger.is_spread(p_value jsonb) returns boolean
language sql immutable as
$$
  select p_value - 'added' = '{}' and p_value ? 'added' and case jsonb_typeof(p_value -> 'added') when 'null' then true
    when 'string' then p_value ->> 'added' ~ '^(0|[1-9][0-9]?)([.][0-9])?$' and (p_value ->> 'added')::numeric * 10 <= @limit.spread_tenths else false end
$$;

-- A line of text, or null: no line break, no address to click on, and so many characters at most.
create or replace function ledger.is_line(p_text jsonb, p_most int) returns boolean
language sql immutable as
$$
  select case jsonb_typeof(p_text) when 'null' then true
    when 'string' then length(p_text #>> '{}') between 1 and p_most and p_text #>> '{}' !~ '[[:cntrl:]]|://|@' else false end
$$;

-- What an email can say instead of what it comes with: its subject and its paragraphs, each in one line and without an address. Null for what it comes with.
create or replace function ledger.is_wording(p_value jsonb) returns boolean
language sql immutable as
$$
  select p_value - 'subject' - 'lines' = '{}' and p_value ?& array['subject', 'lines']
    and ledger.is_line(p_value -> 'subject', @limit.wording_subject)
    and case jsonb_typeof(p_value -> 'lines') when 'null' then true
      when 'array' then jsonb_array_length(p_value -> 'lines') between 1 and @limit.wording_lines
        and not exists (select from jsonb_array_elements(p_value -> 'lines') l where jsonb_typeof(l) = 'null' or not ledger.is_line(l, @limit.wording_line))
      else false end
$$;

-- What holding a side of an instrument overnight costs at an instant, in basis points a year. Every version is there a week before it takes effect.
create or replace function ledger.financing_bps(p_symbol text, p_side text, p_at timestamptz) returns int
language sql stable set search_path = ledger, pg_temp as
$$
  select coalesce((
      select (v.value ->> p_side)::numeric * 100 from ledger.config_version v where v.item = 'financing' and v.key = p_symbol and v.effective_at <= p_at
      order by v.effective_at desc, v.number desc limit 1
    ), case p_side when 'buy' then f.buy_bps else f.sell_bps end)::int
  from ledger.financing_terms(p_symbol) f
$$;

-- CF1, CF2: two people who may both set it (of whoever proposed it, check_proposal says so), the value they agreed on, once, and not before both had.
create or replace function ledger.check_config_version(p_book smallint, b ledger.config_version, a ledger.config_version_image, s ledger.subject_sums, p_at timestamptz) returns text
language plpgsql as
$$
declare
  v_asked timestamptz;
  v_from timestamptz;
begin
  -- CF3: what it takes the place of has taken effect, and may be dated later than this by a process whose clock is ahead: it stands at that moment then.
  select x.asked, greatest(x.asked, v.effective_at) into v_asked, v_from
  from ledger.proposal q
    cross join lateral (select greatest(coalesce((q.command ->> 'effectiveAt')::timestamptz, p_at), p_at + ledger.config_notice(a.item)) as asked) x
    left join ledger.config_version v on v.proposal_id = (q.command ->> 'replaces')::uuid and v.effective_at = v.at
  where q.id = a.proposal_id;
  return case when b.proposal_id is null and a.at = case when v_asked > p_at then p_at else v_from end and ledger.is_now(p_at) and (a.item not in ('package', 'signal_plan') or ledger.plan_name(a.item, a.key) is not null)
    and exists (select from ledger.proposal q where q.id = a.proposal_id and q.kind = 'configure' and q.proposed_by = a.proposed_by
      and (q.command ->> 'item', q.command ->> 'key', (q.command ->> 'value')::jsonb) = (a.item, a.key, a.value)
      and q.command ->> 'reverts' is not distinct from a.reverts::text
      and a.effective_at = v_from)
    and (a.item <> 'financing' or ledger.is_financing(a.value))
    and (a.item <> 'spread' or ledger.is_spread(a.value))
    and (a.item <> 'mail_wording' or ledger.is_wording(a.value))
    and ledger.may(a.approved_by, ledger.configuring(a.item))
    then null else 'CF2' end;
end
$$;

-- What staff read of it: "Deposit limit: Identity verified", "Instrument: GBP/JPY", "Package: Gold (originally $5,000.00)", "Email text: Deposit approved".
create or replace function ledger.config_name(p_item text, p_key text) returns text
language sql stable set search_path = ledger, pg_temp as
$$
  select ledger.config_word(p_item) || ': ' || coalesce(ledger.plan_name(p_item, p_key), ledger.config_word(p_key),
    case when p_item = 'mail_wording' then upper(left(p_key, 1)) || replace(substr(p_key, 2), '-', ' ') end,
    -- S162: as screens name it.
    case ledger.asset_class(p_key) when 'forex' then left(p_key, 3) || '/' || right(p_key, 3) when 'crypto' then p_key || '/USD' end, p_key)
$$;

grant execute on function ledger.config_name(text, text) to clearbook_app;

-- CF2: written with the approval, by whoever approves. CF9: on top of what its proposer saw. CF3: it waits for what was being opened, and whatever comes later waits for it. All staff hear of it.
-- The lock of switches comes first, as where something opens, so that a batch which changes both can't be waited for in a circle.
create or replace function ledger.verify_config_version(p_book smallint, p_rows ledger.config_version_image[], p_at timestamptz) returns void
language plpgsql as
$$
declare
  x ledger.config_version_image;
begin
  perform pg_advisory_xact_lock(hashtext('ledger.switch_change'));
  perform pg_advisory_xact_lock(hashtext('ledger.config_version'));
  foreach x in array p_rows loop
    if not ledger.approved_now(x.proposal_id) or (select q.decided_by from ledger.proposal q where q.id = x.proposal_id) is distinct from x.approved_by then
      raise exception 'ledger: a configuration that no two people set' using errcode = 'CB096';
    end if;
    -- Looked at and counted once nobody else can add one: whoever decided on others decides again, and says so.
    if x.effective_at > p_at and (select count(*) from ledger.config_version c where (c.item, c.key) = (x.item, x.key) and c.effective_at > greatest(p_at, c.at)) > @limit.scheduled then
      raise exception 'ledger: more changes of one thing than are scheduled at most' using errcode = '40001';
    end if;
    if (select q.command ->> 'replaces' from ledger.proposal q where q.id = x.proposal_id)
      is distinct from ledger.replaced_at(x.item, x.key, x.effective_at, x.proposal_id)::text then
      raise exception 'ledger: a configuration written on top of another one than is there' using errcode = '40001';
    end if;
    perform app.tell_staff('configured', jsonb_build_object('what', ledger.config_name(x.item, x.key), 'reason', x.reason,
      'from', to_char(x.effective_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI')), x.approved_by, x.proposed_by, p_at);
  end loop;
end
$$;

-- CF3, CF4, CF6: nothing is opened of an instrument that isn't offered, or on a holiday. What was decided just before is decided again (40001), and refused in words.
create or replace function ledger.refuse_configured(p_symbols text[], p_opens boolean, p_at timestamptz) returns void
language plpgsql set search_path = ledger, pg_temp as
$$
begin
  if cardinality(p_symbols) = 0 then
    return;
  end if;
  perform pg_advisory_xact_lock_shared(hashtext('ledger.config_version'));
  if exists (
    select from unnest(p_symbols) s where ledger.configured('instrument', s, p_at) ->> 'state' <> 'on'
    union all
    select from unnest(p_symbols) s, unnest(array[s, ledger.asset_class(s)]) k, jsonb_array_elements(ledger.configured('closures', k, p_at) -> 'closures') c
    where p_opens and (c ->> 'from')::timestamptz <= p_at and p_at < (c ->> 'until')::timestamptz
  ) then
    raise exception 'ledger: decided before it was configured' using errcode = '40001';
  end if;
end
$$;

-- How the trades that a batch is about to write move what is open, by instrument, side and splits: what they open, and what else they add or take.
create or replace function ledger.volume_moves(p_book smallint, p_trades ledger.trade_image[]) returns ledger.volume_move[]
language sql stable set search_path = ledger, pg_temp as
$$
  select array_agg(row(m.symbol, m.side, m.splits_num, m.splits_den, m.opened, m.moved)::ledger.volume_move order by m.symbol, m.side, m.splits_num, m.splits_den)
  from (
    select d.symbol, d.side, d.splits_num, d.splits_den, sum(d.opened)::bigint as opened, sum(d.moved)::bigint as moved
    from unnest(p_trades) a left join ledger.trade b on b.book = p_book and b.id = a.id
      cross join lateral (
        select a.symbol, a.side, a.splits_num, a.splits_den, case when b.id is null then a.open_lots else 0 end as opened, a.open_lots as moved
        union all select b.symbol, b.side, b.splits_num, b.splits_den, 0, -b.open_lots where b.id is not null
      ) d
    group by 1, 2, 3, 4 having bool_or(d.opened <> 0) or sum(d.moved) <> 0
  ) m
$$;

-- What is open follows, under the lock of the book's head. CF7: what opens stays within the limits: of its client on one side, and of all clients together, by which
-- buys and sells of all books differ. Lots are in today's shares, whatever splits there were. Closes are never looked at: by as much as they, or splits, move the net
-- towards the side that opened, they may have come after it, and count in its favour.
create or replace function ledger.move_volumes(p_book smallint, p_moves ledger.volume_move[], p_trades ledger.trade_image[], p_at timestamptz) returns void
language plpgsql set search_path = ledger, pg_temp as
$$
declare
  x record;
  v_net numeric;
begin
  insert into ledger.instrument_volume (book, symbol, side, splits_num, splits_den, lots)
  select p_book, m.symbol, m.side, m.splits_num, m.splits_den, m.moved from unnest(p_moves) m where m.moved > 0
  on conflict (book, symbol, side, splits_num, splits_den) do update set lots = instrument_volume.lots + excluded.lots;
  update ledger.instrument_volume v set lots = v.lots + m.moved from unnest(p_moves) m
  where m.moved < 0 and (v.book, v.symbol, v.side, v.splits_num, v.splits_den) = (p_book, m.symbol, m.side, m.splits_num, m.splits_den);

  for x in
    select o.symbol, l.value ->> 'per_client' as client, (l.value ->> 'all_clients')::numeric * 100 as all_clients
    from (select distinct m.symbol from unnest(p_moves) m where m.opened <> 0) o cross join lateral (select ledger.configured('volume_limit', o.symbol, p_at) as value) l
    where l.value is not null order by o.symbol
  loop
    if x.client is not null and exists (
      select from (select distinct a.client_id, a.side from unnest(p_trades) a where a.symbol = x.symbol and a.opened_at = p_at and a.status = 'active') t
      where (select sum(e.lots) from ledger.exposure e where e.book = p_book and (e.client_id, e.symbol, e.side) = (t.client_id, x.symbol, t.side)) > x.client::numeric * 100
    ) then
      raise exception 'ledger: a client beyond a limit of volume' using errcode = '40001';
    end if;
    if x.all_clients is not null then
      -- Whoever opens in another book waits here for this commit, and for nothing else afterwards.
      perform pg_advisory_xact_lock(hashtext('ledger.instrument_volume ' || x.symbol));
      select coalesce(sum(case v.side when 'buy' then v.lots else -v.lots end), 0) into v_net
      from ledger.instrument_volume v where v.book = any(ledger.books()) and v.symbol = x.symbol;
      if exists (
        with sides as (select m.side, sum(m.opened) as opened, sum(m.moved - m.opened) as other from unnest(p_moves) m where m.symbol = x.symbol group by 1)
        select from sides o
        where o.opened > 0 and case o.side when 'buy' then v_net else -v_net end - (
          select sum(greatest(0, case when s.side = o.side then s.other else -s.other end)) from sides s) > x.all_clients
      ) then
        raise exception 'ledger: all clients beyond a limit of volume' using errcode = '40001';
      end if;
    end if;
  end loop;
end
$$;
