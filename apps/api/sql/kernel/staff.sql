-- Version 5, text 553414bda25c.
-- A130: what a member of staff may do follows from their role, and what a role may do is declared (generated/staff_roles.sql) or was said by two owners.
create or replace function ledger.permissions_of(p_role text) returns text[]
language sql stable set search_path = ledger, pg_temp as
$$ select coalesce(ledger.declared_permissions(p_role), (select r.permissions from ledger.staff_role r where r.name = p_role order by r.number desc limit 1)) $$;
grant execute on function ledger.permissions_of(text) to clearbook_app;

create or replace function ledger.role_of(p_staff uuid) returns text
language sql stable set search_path = ledger, pg_temp as
$$ select g.role from ledger.role_given g where g.staff_id = p_staff order by g.number desc limit 1 $$;
grant execute on function ledger.role_of(uuid) to clearbook_app;

-- Whether somebody is active staff and has a permission. Nobody else may anything.
create or replace function ledger.may(p_staff uuid, p_permission text) returns boolean
language sql stable set search_path = ledger, pg_temp as
$$
  select exists (select from ledger.party p where p.book = 0 and p.id = p_staff and p.kind = 'staff' and p.status = 'active')
    and coalesce(p_permission = any(ledger.permissions_of(ledger.role_of(p_staff))), false)
$$;
grant execute on function ledger.may(uuid, text) to clearbook_app;

-- A137: what a proposal would let somebody do. Null where it is about no role, or about one that there is not.
create or replace function ledger.given_by(p_kind text, p_command jsonb) returns text[]
language sql stable set search_path = ledger, pg_temp as
$$
  select case
    when p_kind in ('add_staff', 'set_role') then ledger.permissions_of(p_command ->> 'role')
    when p_kind = 'define_role' then string_to_array(p_command ->> 'permissions', ',') end
$$;

-- Which entries staff make, and what that takes. All others are clients' own, in whoever's name they come: their rules ask for no permission.
create or replace function ledger.staff_events() returns table (event smallint, permission text)
language sql immutable set search_path = ledger, pg_temp as
$$
  values (@event.deposit_approved::smallint, 'deposit.decide'), (@event.withdrawal_approved, 'withdrawal.decide'), (@event.withdrawal_released, 'withdrawal.decide'),
    (@event.withdrawal_returned, 'withdrawal.return'), (@event.adjustment, 'client.adjust'), (@event.loan_approved, 'loan.review'), (@event.trade_closed, 'trade.settle')
$$;

-- A131: no entry is made by staff who may not make it.
create or replace function ledger.check_permitted(p_entries ledger.checked_entry[]) returns void
language plpgsql set search_path = ledger, pg_temp as
$$
begin
  -- Clients' own, which are nearly all, are not looked at any further.
  if exists (
    select from unnest(p_entries) e join ledger.party p on p.book = 0 and p.id = e.actor_id and p.kind = 'staff'
      join ledger.staff_events() x on x.event = e.event
    where e.actor_id <> e.client_id and not ledger.may(e.actor_id, x.permission)
  ) then
    raise exception 'ledger: an entry by staff whose role does not include it' using errcode = 'CB097';
  end if;
end
$$;

-- A133: what approved proposals say of roles. The last one who may change staff keeps that.
create or replace function ledger.change_roles(p_proposals ledger.proposal_image[], p_at timestamptz) returns void
language plpgsql set search_path = ledger, pg_temp as
$$
begin
  if not exists (select from unnest(p_proposals) q where q.status = 'approved' and q.kind in ('add_staff', 'remove_staff', 'set_role', 'define_role')) then
    return;
  end if;
  -- One change of roles after another.
  lock table ledger.role_given in share row exclusive mode;
  insert into ledger.staff_role (name, permissions, at, proposal_id)
  select q.command ->> 'name', string_to_array(q.command ->> 'permissions', ','), p_at, q.id
  from unnest(p_proposals) q where q.status = 'approved' and q.kind = 'define_role';
  insert into ledger.role_given (staff_id, role, at, proposal_id)
  select q.subject_id, q.command ->> 'role', p_at, q.id
  from unnest(p_proposals) q where q.status = 'approved' and q.kind in ('add_staff', 'set_role');
  if exists (
    select from ledger.staff_role r where r.at = p_at and (ledger.declared_permissions(r.name) is not null or not r.permissions <@ ledger.declared_permissions('owner'))
    union all select from ledger.role_given g where g.at = p_at and ledger.permissions_of(g.role) is null
  ) then
    raise exception 'ledger: a role that there is not' using errcode = 'CB098';
  end if;
  if not exists (select from ledger.party p where p.book = 0 and p.kind = 'staff' and p.status = 'active' and ledger.may(p.id, 'staff.change')) then
    raise exception 'ledger: nobody could change staff any more' using errcode = 'CB098';
  end if;
end
$$;
