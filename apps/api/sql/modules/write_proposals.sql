-- Version 4, text 117dbf4ba14c.
-- What waits for a second person: writes the proposals that a batch made or decided, lets staff in and out, and checks that two people stand
-- behind what needs two. Which entry an act makes, and from which sum on it takes two, is its line of ledger.proposal_acts.
create or replace function ledger.write_proposals(
  p_rows jsonb, p_now timestamptz, p_event smallint[], p_client uuid[], p_subject uuid[], p_actor uuid[], v_cash bigint[], v_withdrawing bigint[]
) returns void
language plpgsql set search_path = ledger, pg_temp set jit = off as
$$
declare
  v_count int;
begin
  if p_rows -> 'proposals_made' is not null then
    with written as (
      insert into ledger.proposal (id, kind, client_id, subject_id, amount, act, proposed_by, proposed_at, lapses_at)
      select x.id, x.kind, x.client_id, x.subject_id, x.amount, x.act, x.proposed_by, p_now, x.lapses_at
      from jsonb_to_recordset(p_rows -> 'proposals_made') as x(id uuid, kind text, client_id uuid, subject_id uuid, amount bigint, act jsonb, proposed_by uuid, lapses_at timestamptz)
      join ledger.party s on s.id = x.proposed_by and s.kind = 'staff'
      join ledger.proposal_acts() a on a.kind = x.kind and (a.about = 'client') = (x.client_id is not null)
        and (a.event is null) = (x.amount is null) and a.names_record = (x.subject_id is not null) and x.act ->> 'kind' = x.kind
      returning 1
    )
    select count(*) into v_count from written;
    if v_count <> jsonb_array_length(p_rows -> 'proposals_made') then
      raise exception 'ledger: a proposal that nobody of staff makes' using errcode = 'CB090';
    end if;
  end if;

  if p_rows -> 'proposals_moved' is not null then
    with x as (
      select * from jsonb_to_recordset(p_rows -> 'proposals_moved') as x(e int, id uuid, status ledger.proposal_status, decided_by uuid, refusal jsonb)
    ), written as (
      update ledger.proposal p set status = x.status, decided_by = x.decided_by, decided_at = p_now, refusal = x.refusal
      from x join ledger.party s on s.id = x.decided_by and s.kind = 'staff', ledger.proposal_acts() a
      -- G41: once, in time, and by somebody else: the table's own constraint says who.
      where p.id = x.id and a.kind = p.kind and p.status = 'waiting' and p.lapses_at > p_now and x.status <> 'waiting' and p.subject_id is distinct from x.decided_by
        -- G42: what is approved is what happens, whole, and nothing happens with what is not.
        -- An act without an entry is compared where its own rows are written.
        and case when x.status <> 'approved' or a.event is null then x.e is null
          else p_client[x.e] = p.client_id and p_actor[x.e] = x.decided_by and p_event[x.e] = a.event
            and (not a.entry_names_it or p_subject[x.e] = p.subject_id)
            and abs(case a.account when @account.withdrawing then v_withdrawing[x.e] else v_cash[x.e] end) = p.amount end
      returning 1
    )
    select count(*) into v_count from written;
    if v_count <> jsonb_array_length(p_rows -> 'proposals_moved') then
      raise exception 'ledger: a proposal is not decided by a second person, or differs from what happened' using errcode = 'CB091';
    end if;
  end if;

  -- G40: in live mode none of these entries without a proposal that is approved with it, beyond what one person may do.
  if p_event && array[@event.deposit_approved, @event.withdrawal_approved, @event.withdrawal_returned, @event.adjustment, @event.loan_approved]::smallint[] and exists (select 1 from app.instance where mode = 'live') and exists (
    select 1 from unnest(p_event, p_subject, v_cash, v_withdrawing) with ordinality as e(event, subject, cash, withdrawing, i)
    where (exists (select 1 from ledger.proposal_acts() a where a.event = e.event and (abs(case a.account when @account.withdrawing then e.withdrawing else e.cash end) > a.alone_up_to) is not false)
        -- F50: so does a deposit that credits something else than was asked for, by more than 2 %.
        or e.event = @event.deposit_approved and exists (select 1 from ledger.deposit d where d.id = e.subject and abs(-e.cash - d.amount) * 50 > d.amount))
      and not exists (select 1 from jsonb_array_elements(p_rows -> 'proposals_moved') as m where m ->> 'status' = 'approved' and (m ->> 'e')::int = e.i)
  ) then
    raise exception 'ledger: this needs a second person' using errcode = 'CB092';
  end if;

  if p_rows -> 'release_limits_set' is not null then
    -- G58: what was proposed, by a proposal that is approved now.
    with written as (
      insert into ledger.release_limit (day_cents, client_cents, proposal_id, at)
      select (p.act ->> 'dayLimit')::bigint, (p.act ->> 'clientLimit')::bigint, p.id, p_now
      from jsonb_to_recordset(p_rows -> 'release_limits_set') as x(proposal_id uuid) join ledger.proposal p on p.id = x.proposal_id
      where p.kind = 'set_release_limits' and p.status = 'approved' and p.decided_at = p_now
      returning 1
    )
    select count(*) into v_count from written;
    if v_count <> jsonb_array_length(p_rows -> 'release_limits_set') then
      raise exception 'ledger: limits that no two people set' using errcode = 'CB095';
    end if;
  end if;

  if p_rows ?| array['staff_added', 'staff_removed'] then
    -- G45: access to the staff's side begins and ends with an approved proposal.
    select count(*) into v_count
    from jsonb_array_elements(coalesce(p_rows -> 'staff_added', '[]') || coalesce(p_rows -> 'staff_removed', '[]')) as x
    where exists (select 1 from jsonb_array_elements(p_rows -> 'proposals_moved') as m join ledger.proposal p on p.id = (m ->> 'id')::uuid
      where m ->> 'status' = 'approved' and p.subject_id = (x ->> 'id')::uuid and p.kind = x ->> 'kind');
    if v_count <> jsonb_array_length(coalesce(p_rows -> 'staff_added', '[]') || coalesce(p_rows -> 'staff_removed', '[]')) then
      raise exception 'ledger: staff come and go by proposal' using errcode = 'CB093';
    end if;

    insert into ledger.party (id, kind) select x.id, 'staff' from jsonb_to_recordset(p_rows -> 'staff_added') as x(id uuid)
    where not exists (select 1 from ledger.party p where p.id = x.id);
    insert into app.user (id, email, username, fullname, role, is_verified, created_at)
    select x.id, x.email, left(split_part(x.email, '@', 1), 60), left(initcap(split_part(x.email, '@', 1)), 120), 'admin', true, p_now
    from jsonb_to_recordset(p_rows -> 'staff_added') as x(id uuid, email text) where not exists (select 1 from app.user u where u.id = x.id);
    update ledger.party p set status = 'active' from jsonb_to_recordset(p_rows -> 'staff_added') as x(id uuid) where p.id = x.id and p.kind = 'staff' and p.status = 'closed';
    insert into app.password_link (token_hash, user_id, expires_at)
    select decode(x.link_hash, 'hex'), x.id, x.expires_at from jsonb_to_recordset(p_rows -> 'staff_added') as x(id uuid, link_hash text, expires_at timestamptz);

    -- Whoever loses access keeps the name in the log, and no way in.
    update app.user u set password_hash = null, must_change_password = false, password_valid_until = null
    from jsonb_to_recordset(p_rows -> 'staff_removed') as x(id uuid) where u.id = x.id;
    delete from app.session s using jsonb_to_recordset(p_rows -> 'staff_removed') as x(id uuid) where s.user_id = x.id;
    delete from app.password_link l using jsonb_to_recordset(p_rows -> 'staff_removed') as x(id uuid) where l.user_id = x.id;
    delete from app.email_change c using jsonb_to_recordset(p_rows -> 'staff_removed') as x(id uuid) where c.user_id = x.id;
    delete from app.recovery_code c using jsonb_to_recordset(p_rows -> 'staff_removed') as x(id uuid) where c.user_id = x.id;
    delete from app.second_factor f using jsonb_to_recordset(p_rows -> 'staff_removed') as x(id uuid) where f.user_id = x.id;
  end if;
end
$$;
