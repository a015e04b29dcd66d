-- Version 23, text 68c580677158.
-- Everything that can be proposed, one command a line, as in packages/domain/src/modules/proposals/proposed-command.ts. What it is about (a client, staff, the site), the
-- event of the entry that approving it writes (null: no money moves), and whether it names a record from the start. Of an entry: whether it is
-- about that record, the account whose movement is the proposal's amount, and from which sum on, in cents, it takes two people in live mode. And what whoever
-- proposes or decides it has to be allowed (A130).
drop function if exists ledger.proposed_commands();
create function ledger.proposed_commands() returns table (
  kind text, about text, event smallint, names_record boolean, entry_names_it boolean, account smallint, alone_up_to bigint, permission text
)
language sql immutable set search_path = ledger, pg_temp as
$$
  values
    ('adjust', 'client', @event.adjustment::smallint, false, false, @account.cash::smallint, 0::bigint, 'client.adjust'),
    ('record_trade', 'client', @event.adjustment, false, false, @account.cash, 0, 'client.adjust'),
    ('add_to_trade', 'client', @event.adjustment, true, false, @account.cash, 0, 'client.adjust'),
    ('approve_payout', 'client', @event.withdrawal_approved, true, true, @account.withdrawing, @limit.alone, 'withdrawal.decide'),
    ('return_payout', 'client', @event.withdrawal_returned, true, true, @account.cash, @limit.alone, 'withdrawal.return'),
    ('approve_deposit', 'client', @event.deposit_approved, true, true, @account.cash, @limit.alone, 'deposit.decide'),
    ('approve_loan', 'client', @event.loan_approved, true, true, @account.cash, @limit.alone, 'loan.review'),
    ('set_release_limits', 'site', null, false, false, null, null, 'limit.change'),
    ('set_wallets', 'site', null, false, false, null, null, 'wallet.change'),
    ('set_fees', 'site', null, false, false, null, null, 'settings.change'),
    ('configure', 'site', null, false, false, null, null, 'config.change'),
    ('place_hold', 'client', null, true, false, null, null, 'hold.place'),
    ('renew_hold', 'client', null, true, false, null, null, 'hold.place'),
    ('decline_verification', 'client', null, true, false, null, null, 'verification.decide'),
    ('document_funds', 'client', null, false, false, null, null, 'verification.decide'),
    ('add_staff', 'staff', null, true, false, null, null, 'staff.change'),
    ('remove_staff', 'staff', null, true, false, null, null, 'staff.change'),
    ('set_role', 'staff', null, true, false, null, null, 'staff.change'),
    ('define_role', 'site', null, false, false, null, null, 'staff.change')
$$;

-- G101: what a proposal sets for everybody, of which one value holds at a time; null where it is about something else.
create or replace function ledger.name_set_by(p_kind text, p_command jsonb) returns text
language sql immutable as
$$ select case when p_kind in ('set_wallets', 'set_fees', 'set_release_limits') then p_kind when p_kind = 'define_role' then p_kind || ' ' || (p_command ->> 'name') end $$;

-- The approved proposal by which that holds, or is going to; null where nobody has set it. Those of `p_but` are left out.
create or replace function ledger.set_by(p_name text, p_but uuid[]) returns uuid
language sql stable set search_path = ledger, pg_temp as
$$
  select case
    when p_name in ('set_wallets', 'set_fees') then (
      select c.proposal_id from ledger.site_change c where c.kind = p_name and c.ended_at is null and c.proposal_id <> all(p_but) order by c.id desc limit 1)
    when p_name = 'set_release_limits' then (
      select l.proposal_id from ledger.release_limit l where l.proposal_id <> all(p_but) order by l.id desc limit 1)
    else (
      select r.proposal_id from ledger.staff_role r where r.name = substr(p_name, length('define_role ') + 1) and r.proposal_id <> all(p_but) order by r.number desc limit 1)
  end
$$;
grant execute on function ledger.set_by(text, uuid[]) to clearbook_app;

-- G101: what two people approve takes the place of what its proposer saw, or of what was approved in the same transaction. This is checked when nobody else can
-- approve another one any more; a batch that was decided on top of another value is decided again.
create or replace function ledger.check_replaced(p_proposals ledger.proposal_image[]) returns void
language plpgsql set search_path = ledger, pg_temp as
$$
declare
  v_now uuid[] := array(select q.id from unnest(p_proposals) q where q.status = 'approved' and ledger.name_set_by(q.kind, q.command) is not null);
begin
  if cardinality(v_now) = 0 then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtext('ledger.set_by'));
  if exists (
    select from unnest(p_proposals) q, lateral (select (q.command ->> 'replaces')::uuid as id) r
    where q.id = any(v_now) and r.id is distinct from ledger.set_by(ledger.name_set_by(q.kind, q.command), v_now) and (r.id = any(v_now)) is not true
  ) then
    raise exception 'ledger: approved on top of another value than is there' using errcode = '40001';
  end if;
end
$$;

-- Whether a proposal was approved in this very transaction.
create or replace function ledger.approved_now(p_proposal uuid) returns boolean
language sql as
$$ select exists (select from ledger.proposal q where q.id = p_proposal and q.status = 'approved' and q.xmin = pg_current_xact_id()::xid) $$;

-- A135: whether whoever proposed something still may: they have the permission of its kind, that of what it configures, and all that it would let somebody do.
-- Whoever asked for the end of their own access has lost it where this is looked at.
create or replace function ledger.proposer_may(p_staff uuid, p_kind text, p_subject uuid, p_command jsonb) returns boolean
language sql stable security definer set search_path = ledger, pg_temp as
$$
  select coalesce((
    select array_remove(array[l.permission, case l.kind when 'configure' then ledger.configuring(p_command ->> 'item') end], null)
        || coalesce(ledger.given_by(l.kind, p_command), '{}') <@ ledger.permissions_of(ledger.role_of(p.id))
    from ledger.party p, ledger.proposed_commands() l
    where p.book = 0 and p.id = p_staff and p.kind = 'staff' and (p.status = 'active' or l.kind = 'remove_staff' and p_subject = p.id) and l.kind = p_kind), false)
$$;
grant execute on function ledger.proposer_may(uuid, text, uuid, jsonb) to clearbook_app;

-- G47: staff propose what there is to propose, whole. G41: it is decided once, in time, by another one of staff: the table's own constraint says who.
create or replace function ledger.check_proposal(p_book smallint, b ledger.proposal, a ledger.proposal_image, s ledger.subject_sums, p_at timestamptz) returns text
language plpgsql as
$$
declare
  v_actor uuid := case when b.id is null then a.proposed_by else a.decided_by end;
begin
  if not exists (select from ledger.party p where p.book = 0 and p.id = v_actor and p.kind = 'staff') then
    return 'G41';
  end if;
  -- A135: whoever proposes it, and whoever decides it, may do it.
  if exists (select from ledger.proposed_commands() l where l.kind = a.kind and not ledger.may(v_actor, l.permission)) then
    return 'G41';
  end if;
  -- A137: and gives nobody what they may not do themselves.
  if a.status in ('waiting', 'approved') and not ledger.given_by(a.kind, a.command) <@ ledger.permissions_of(ledger.role_of(v_actor)) then
    return 'G41';
  end if;
  -- Nor does it happen once whoever proposed it may not any more: decided just before that, it is decided again, and ends as refused.
  if b.id is not null and a.status = 'approved' and not ledger.proposer_may(a.proposed_by, a.kind, a.subject_id, a.command) then
    raise exception 'ledger: decided before its proposer lost the permission' using errcode = '40001';
  end if;
  if b.id is null then
    return case when a.status = 'waiting' and a.proposed_at = p_at and num_nonnulls(a.decided_by, a.decided_at, a.refusal) = 0
      and exists (select from ledger.proposed_commands() l where l.kind = a.kind and (l.about = 'client') = (a.client_id is not null)
        and (l.event is null) = (a.amount is null) and l.names_record = (a.subject_id is not null))
      and a.command ->> 'kind' = a.kind and (a.command ->> 'clientId')::uuid is not distinct from a.client_id and (a.command ->> 'amount')::bigint is not distinct from a.amount
      then null else 'G47' end;
  end if;
  return case when b.status = 'waiting' and b.lapses_at > p_at and a.status <> 'waiting' and a.decided_at = p_at and b.subject_id is distinct from a.decided_by
    then null else 'G41' end;
end
$$;

-- G45: access to the staff's side begins and ends with an approved proposal. The address stands in its note. What the site's own do: see site.sql.
create or replace function ledger.follow_proposal(p_book smallint, p_rows ledger.proposal_image[], p_at timestamptz) returns void
language plpgsql as
$$
declare
  v_in uuid[] := array(select a.subject_id from unnest(p_rows) a where a.kind = 'add_staff' and a.status = 'approved');
  v_out uuid[] := array(select a.subject_id from unnest(p_rows) a where a.kind = 'remove_staff' and a.status = 'approved');
begin
  if cardinality(v_in) > 0 then
    -- A109: nor one that a client can still take back, or has taken since it was proposed.
    if exists (select from unnest(p_rows) a join app.note n on n.subject_id = a.id and n.kind = 'reason' where a.subject_id = any(v_in) and a.kind = 'add_staff'
        and exists (select from app.user u where u.email = n.body ->> 'email' and u.id <> a.subject_id
          union all select from app.account_lock l where l.address = n.body ->> 'email' and l.used_at is null and l.expires_at > p_at)) then
      raise exception 'ledger: the address is a client''s' using errcode = 'CB100', constraint = 'staff_address';
    end if;
    perform ledger.open_staff(u) from unnest(v_in) u where not exists (select from ledger.party_book k where k.id = u);
    insert into app.user (id, email, username, fullname, role, is_verified, created_at)
    select a.subject_id, e.email, left(split_part(e.email, '@', 1), 60), left(initcap(split_part(e.email, '@', 1)), 120), 'admin', true, p_at
    from unnest(p_rows) a, lateral (select n.body ->> 'email' as email from app.note n where n.subject_id = a.id and n.kind = 'reason') e
    where a.subject_id = any(v_in) and a.kind = 'add_staff' and not exists (select from app.user u where u.id = a.subject_id);
    update ledger.party set status = 'active' where book = 0 and id = any(v_in) and kind = 'staff' and status = 'closed';
  end if;
  if cardinality(v_out) > 0 then
    update ledger.party set status = 'closed' where book = 0 and id = any(v_out) and kind = 'staff';
    -- Whoever loses access keeps the name in the log, and no way in.
    update app.user set password_hash = null, must_change_password = false, password_valid_until = null where id = any(v_out);
    delete from app.session where user_id = any(v_out);
    delete from app.password_link where user_id = any(v_out);
    delete from app.email_change where user_id = any(v_out);
    delete from app.recovery_code where user_id = any(v_out);
    delete from app.second_factor where user_id = any(v_out);
    delete from app.passkey where user_id = any(v_out);
    -- A164: a token would answer again for whoever is let back in. After the person's row, under which tokens are made.
    with revoked as (update app.api_token set revoked_at = p_at where owner_id = any(v_out) and revoked_at is null returning id, owner_id)
    insert into ledger.audit (at, actor_id, action, subject_type, subject_id, client_id, facts)
    select p_at, a.decided_by, 'token.revoke', 'api_token', r.id::text, null, jsonb_build_object('because', 'access_ended')
    from revoked r join unnest(p_rows) a on a.subject_id = r.owner_id and a.kind = 'remove_staff' and a.status = 'approved' order by r.id;
  end if;
  perform ledger.check_replaced(p_rows);
  perform ledger.change_roles(p_rows, p_at);
  perform ledger.change_site(p_rows, p_at);
end
$$;

-- G42: what is approved is what happened, in the same commit. Of money, see check_two_people.
create or replace function ledger.verify_proposal(p_book smallint, p_rows ledger.proposal_image[], p_at timestamptz) returns void
language plpgsql as
$$
begin
  if exists (
    select from unnest(p_rows) q where q.status = 'approved' and not case
      when q.kind in ('place_hold', 'renew_hold') then exists (
        select from ledger.hold h where h.book = p_book and h.id = q.subject_id and h.client_id = q.client_id and h.set_at = p_at and h.ends_at = (q.command ->> 'endsAt')::timestamptz
          and (q.kind = 'renew_hold' or (h.code::text, h.reference) = (q.command ->> 'code', q.command ->> 'reference')))
      when q.kind = 'set_release_limits' then exists (select from ledger.release_limit l where l.proposal_id = q.id)
      when q.kind in ('set_wallets', 'set_fees') then exists (select from ledger.site_change c where c.proposal_id = q.id and c.kind = q.kind)
      when q.kind = 'decline_verification' then exists (
        select from app.verification v where v.user_id = q.client_id and v.submission = q.subject_id and v.state = 'declined' and v.decided_at = p_at)
      when q.kind = 'document_funds' then exists (
        select from ledger.documented_funds f where f.book = p_book and f.client_id = q.client_id and f.documented::text = q.command ->> 'documented' and f.at = p_at)
      when q.kind in ('add_staff', 'remove_staff') then exists (
        select from ledger.party p where p.book = 0 and p.id = q.subject_id and p.kind = 'staff' and p.status = case q.kind when 'remove_staff' then 'closed'::ledger.party_status else 'active' end)
      when q.kind = 'set_role' then exists (select from ledger.role_given g where g.proposal_id = q.id)
      when q.kind = 'configure' then exists (select from ledger.config_version c where c.proposal_id = q.id)
      when q.kind = 'define_role' then exists (select from ledger.staff_role r where r.proposal_id = q.id)
      else true end
  ) then
    raise exception 'ledger: what was approved did not happen' using errcode = 'CB084';
  end if;
end
$$;

-- G45: a link is for whoever was let in just now. It is made once.
create or replace function ledger.check_password_link(p_book smallint, b app.password_link, a ledger.password_link_image, s ledger.subject_sums, p_at timestamptz) returns text
language sql as
$$ select case when b.token_hash is null and a.expires_at > p_at then null else 'G45' end $$;

create or replace function ledger.verify_password_link(p_book smallint, p_rows ledger.password_link_image[], p_at timestamptz) returns void
language plpgsql as
$$
begin
  if exists (select from unnest(p_rows) a
      where not exists (select from ledger.proposal q where q.subject_id = a.user_id and q.kind = 'add_staff' and ledger.approved_now(q.id))) then
    raise exception 'ledger: staff come and go by proposal' using errcode = 'CB093';
  end if;
end
$$;

-- Which entries and which approved proposals of a batch belong together: the same event of the same client by the same person, of the same sum and,
-- where the event is about one, the same record. Which entry a proposed command makes, and from which sum on it takes two, is its line of ledger.proposed_commands.
create or replace function ledger.check_two_people(
  p_book smallint, p_proposals ledger.proposal_image[], p_entries ledger.checked_entry[]
) returns void
language plpgsql set search_path = ledger, pg_temp as
$$
declare
  v_undone int;
  v_alone int;
begin
  with takes_two as (
    select distinct event, entry_names_it, account, alone_up_to from ledger.proposed_commands() where event is not null
  ), of_entries as (
    select e.event, e.client_id, e.actor_id, case when a.entry_names_it then e.subject_id end as subject_id, m.amount, 0 as approved, 1 as made,
      -- F50: so does a deposit that credits something else than was asked for, by more than 2 %.
      ((m.amount > a.alone_up_to) is not false
        or e.event = @event.deposit_approved and exists (select from ledger.deposit d where d.book = p_book and d.id = e.subject_id and abs(-e.cash - d.amount) * 50 > d.amount))::int as two
    from unnest(p_entries) e join takes_two a on a.event = e.event, lateral (select abs(case a.account when @account.withdrawing then e.withdrawing else e.cash end) as amount) m
  ), of_proposals as (
    select a.event, p.client_id, p.decided_by, case when a.entry_names_it then p.subject_id end, p.amount, 1, 0, 0
    from unnest(p_proposals) p join ledger.proposed_commands() a on a.kind = p.kind where p.status = 'approved' and a.event is not null
  ), pairs as (
    select sum(approved) as approved, sum(made) as made, sum(two) as two from (select * from of_entries union all select * from of_proposals) x
    group by event, client_id, actor_id, subject_id, amount
  )
  select count(*) filter (where approved > made), count(*) filter (where two > approved) into v_undone, v_alone from pairs;

  if v_undone > 0 then
    raise exception 'ledger: what was approved differs from what happened' using errcode = 'CB091';
  end if;
  -- G40: in live mode none of these entries without a proposal that is approved with it, beyond what one person may do.
  if v_alone > 0 and exists (select from app.instance where mode = 'live') then
    raise exception 'ledger: this needs a second person' using errcode = 'CB092';
  end if;
end
$$;
