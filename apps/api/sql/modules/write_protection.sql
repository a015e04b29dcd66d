-- Version 2, text 8ea0f9d5d643.
-- What clients set on themselves: writes the rows that a batch decided. No money moves with them.
create or replace function ledger.write_protection(p_rows jsonb, p_now timestamptz) returns void
language plpgsql set search_path = ledger, pg_temp set jit = off as
$$
declare
  v_count int;
begin
  if p_rows -> 'limits_set' is not null then
    with x as (
      select x.*, l.amount as old, l.next_amount as old_next, l.next_at as old_at,
        -- What holds until now; nothing is beyond every limit.
        coalesce(case when l.client_id is null then null when l.next_at <= p_now then l.next_amount else l.amount end, 9223372036854775807) as present
      from jsonb_to_recordset(p_rows -> 'limits_set') as x(client_id uuid, kind ledger.limit_kind, amount bigint, next_amount bigint, next_at timestamptz)
      left join ledger.client_limit l on l.client_id = x.client_id and l.kind = x.kind
    ), written as (
      insert into ledger.client_limit (client_id, kind, amount, next_amount, next_at, set_at)
      select x.client_id, x.kind, x.amount, x.next_amount, x.next_at, p_now from x join ledger.party p on p.id = x.client_id and p.kind = 'client'
      -- Y1, Y2: nothing is looser before a day has passed since it was asked for.
      where coalesce(x.amount, 9223372036854775807) <= x.present
        and (x.next_at is null or x.next_at >= p_now + interval '@limit.loosening_ms ms' or (x.next_at, x.next_amount) is not distinct from (x.old_at, x.old_next))
      on conflict (client_id, kind) do update set amount = excluded.amount, next_amount = excluded.next_amount, next_at = excluded.next_at, set_at = excluded.set_at
      returning 1
    )
    select count(*) into v_count from written;
    if v_count <> jsonb_array_length(p_rows -> 'limits_set') then
      raise exception 'ledger: a limit is loosened before its time' using errcode = 'CB070';
    end if;
  end if;

  if p_rows -> 'time_outs_set' is not null then
    with x as (
      select x.*, o.kind as old_kind, o.until as old_until, o.return_at as old_return
      from jsonb_to_recordset(p_rows -> 'time_outs_set') as x(client_id uuid, kind ledger.time_out_kind, started_at timestamptz, until timestamptz, return_at timestamptz)
      left join ledger.time_out o on o.client_id = x.client_id
    ), written as (
      insert into ledger.time_out (client_id, kind, started_at, until, return_at)
      select x.client_id, x.kind, x.started_at, x.until, x.return_at from x join ledger.party p on p.id = x.client_id and p.kind = 'client'
      where case
        -- Y6: what stands only grows, and what waits for its client to come back goes on waiting.
        when x.return_at is null then x.until > p_now and (x.old_until is null or x.until >= greatest(x.old_until, x.old_return))
          and (x.kind = 'self_exclusion' or x.old_kind is distinct from 'self_exclusion' or x.old_return is not null)
        -- Y7: back a day after the client asked, which they can once the time is over.
        else x.kind = 'self_exclusion' and x.old_kind = 'self_exclusion' and x.until = x.old_until and x.until <= p_now
          and (x.return_at = x.old_return or x.old_return is null and x.return_at >= p_now + interval '@limit.loosening_ms ms')
      end
      on conflict (client_id) do update set kind = excluded.kind, started_at = excluded.started_at, until = excluded.until, return_at = excluded.return_at
      returning 1
    )
    select count(*) into v_count from written;
    if v_count <> jsonb_array_length(p_rows -> 'time_outs_set') then
      raise exception 'ledger: a break is shortened' using errcode = 'CB071';
    end if;
  end if;

  if p_rows ?| array['limits_set', 'time_outs_set'] then
    update ledger.party p set guarded = true
    where not p.guarded and p.id in (select (x ->> 'client_id')::uuid
      from jsonb_array_elements(coalesce(p_rows -> 'limits_set', '[]') || coalesce(p_rows -> 'time_outs_set', '[]')) as x);
  end if;
end
$$;
