-- Version 11, text a6e688736fc1.
-- L2: a decision switches what is declared of a party; balances and tallies are no part of it. Nobody comes to have books by an image.
create or replace function ledger.check_party(p_book smallint, b ledger.party, a ledger.party_image, s ledger.subject_sums, p_at timestamptz) returns text
language plpgsql as
$$
begin
  return case
    when b.id is null then 'L2'
    -- G10, G45: an account that ended stays so, and nobody comes back to staff by a row of their own.
    when b.status = 'closed' and a.status <> 'closed' then case b.kind when 'client' then 'G10' else 'G45' end
    -- F42: in live mode a fee that is switched on reaches its client 30 days after they were told.
    when (not a.billing or b.billing and a.billing_from is not distinct from b.billing_from or a.billing_from >= p_at + interval '@limit.fee_notice_ms ms' and ledger.is_now(p_at)
      or (select i.mode = 'demo' from app.instance i)) is not true then 'F42'
  end;
end
$$;

-- G45: access to the staff's side ends with the proposal that says so. P15: a client deals on the terms that their packages give together, and on no others.
create or replace function ledger.verify_party(p_book smallint, p_rows ledger.party_image[], p_at timestamptz) returns void
language plpgsql as
$$
begin
  if exists (select from unnest(p_rows) a join ledger.party p on p.book = 0 and p.id = a.id where p.kind = 'staff'
      and not exists (select from ledger.proposal q where q.kind = 'remove_staff' and q.subject_id = a.id and ledger.approved_now(q.id))) then
    raise exception 'ledger: staff come and go by proposal' using errcode = 'CB093';
  end if;
  if exists (select from unnest(p_rows) a join ledger.party p on p.book = p_book and p.id = a.id
      cross join lateral (select min(k.markup) as markup, max(k.leverage_ceiling) as ceiling from ledger.purchase x join ledger.package k on k.id = x.plan_id
        where x.book = p_book and x.client_id = a.id and x.kind = 'package') k
      where p.kind = 'client' and (a.markup, a.leverage_ceiling) is distinct from (least(@limit.markup, k.markup), coalesce(k.ceiling, 0))) then
    raise exception 'ledger: a row of party breaks P15' using errcode = 'CB100';
  end if;
end
$$;

-- G10: an account ends once.
create or replace function ledger.check_erasure(p_book smallint, b app.erasure, a ledger.erasure_image, s ledger.subject_sums, p_at timestamptz) returns text
language sql immutable as
$$ select case when b.client_id is null and a.asked_at = p_at then null else 'G10' end $$;

-- The last mail still knows where to go; everything else that names the person is gone from here on (features/erase_person.sql does the rest).
create or replace function ledger.follow_erasure(p_book smallint, p_rows ledger.erasure_image[], p_at timestamptz) returns void
language sql as
$$
  insert into app.mail_outbox (id, to_address, template, next_at, created_at)
  select gen_random_uuid(), u.email, 'account-closed', p_at, p_at
  from unnest(p_rows) a join app.user u on u.id = a.client_id;

  update app.user u set email = 'closed-' || u.id || '@closed.invalid', username = 'closed', fullname = 'Closed account',
    password_hash = null, must_change_password = false, password_valid_until = null, is_verified = false, picture_file = null
  from unnest(p_rows) a where u.id = a.client_id;

  delete from app.session s using unnest(p_rows) a where s.user_id = a.client_id;
$$;

-- G10: nobody's account ends with something in it. C20: nor with something on its way to it. Y6: nor while its break runs. A guest's ends with their day.
create or replace function ledger.verify_erasure(p_book smallint, p_rows ledger.erasure_image[], p_at timestamptz) returns void
language plpgsql as
$$
begin
  if exists (
    select 1 from unnest(p_rows) a left join ledger.party p on p.book = p_book and p.id = a.client_id
    where (p.kind = 'client' and p.status = 'closed' and p.cash = 0 and p.margin = 0 and p.withdrawing = 0 and p.loan = 0
      and not exists (select 1 from ledger.trade t where t.book = p_book and t.client_id = p.id and t.status = 'active')
      and not exists (select 1 from ledger.deposit d where d.book = p_book and d.client_id = p.id and d.status = 'pending')
      and not exists (select 1 from ledger.share_due d where d.lead_id = p.id)
      and not exists (
        select 1 from (
          select d.expires_at as until from ledger.deposit d where d.book = p_book and d.client_id = p.id and d.status = 'awaiting_payment'
          union all select case o.kind when 'time_out' then o.until else coalesce(o.return_at, 'infinity') end from ledger.time_out o where o.book = p_book and o.client_id = p.id) c
        where c.until > p_at and not exists (select 1 from app.guest g where g.party_id = p.id and g.kept_at is null))) is not true
  ) then
    raise exception 'ledger: an account that is not empty cannot end' using errcode = 'CB021';
  end if;
end
$$;

-- A144: paper money goes back this way from a guest alone, once their day is over, and with it the account ends. Whoever signs up meanwhile is waited for.
create or replace function ledger.check_guests_ended(p_book smallint, p_entries ledger.checked_entry[], p_at timestamptz) returns void
language plpgsql as
$$
begin
  perform 1 from app.guest g where g.party_id in (select e.client_id from unnest(p_entries) e where e.event = @event.guest_ended) order by g.party_id for update;
  if exists (
    select 1 from unnest(p_entries) e left join app.guest g on g.party_id = e.client_id left join ledger.party p on p.book = p_book and p.id = e.client_id
    where e.event = @event.guest_ended and (g.kept_at is null and g.until <= p_at and p.status = 'closed' and p.cash = 0) is not true
  ) then
    raise exception 'ledger: only the account of a guest ends with money in it' using errcode = 'CB140';
  end if;
end
$$;
