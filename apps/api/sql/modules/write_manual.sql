-- Version 1, text 9d74d624dc7b.
-- Trades that staff recorded by hand, and accounts that end: writes the rows that a batch decided, checks each against its entry, and says how
-- many events got their row here (none: an adjustment moves no row of its own).
create or replace function ledger.write_manual(
  p_rows jsonb, p_now timestamptz, p_event smallint[], p_client uuid[], p_subject uuid[], v_cash bigint[], v_loan bigint[], v_margin bigint[]
) returns int
language plpgsql set search_path = ledger, pg_temp set jit = off as
$$
declare
  v_count int;
begin
  if p_rows -> 'manual_trades' is not null then
    with x as (
      select * from jsonb_to_recordset(p_rows -> 'manual_trades') as x(id uuid, client_id uuid, trade_id uuid, symbol text, side ledger.side, lots bigint, amount bigint, at timestamptz)
    ), written as (
      insert into ledger.manual_trade (id, client_id, trade_id, symbol, side, lots, amount, at)
      select x.id, x.client_id, x.trade_id, x.symbol, x.side, x.lots, x.amount, x.at
      from x join unnest(p_event, p_client, p_subject, v_cash) as e(event, client, subject, cash) on e.subject = x.id
      -- G2: what the trade shows is what its adjustment moved; what is added to a trade is added as staff close it, or once a second person agreed.
      where e.event = @event.adjustment and e.client = x.client_id and e.cash = -x.amount
        and (x.trade_id is null or exists (select 1 from ledger.trade t where t.id = x.trade_id and t.client_id = x.client_id and t.closed_by = 'admin' and t.closed_at <= x.at))
      returning 1
    )
    select count(*) into v_count from written;
    if v_count <> jsonb_array_length(p_rows -> 'manual_trades') then
      raise exception 'ledger: a manual trade differs from its adjustment' using errcode = 'CB020';
    end if;
  end if;

  if p_rows -> 'accounts_closed' is not null then
    -- G10: nobody's account ends with something in it.
    select count(*) into v_count
    from jsonb_to_recordset(p_rows -> 'accounts_closed') as x(client_id uuid) join ledger.party p on p.id = x.client_id
    where p.kind = 'client' and p.status = 'closed' and p.cash = 0 and p.margin = 0 and p.withdrawing = 0 and p.loan = 0
      and not exists (select 1 from ledger.trade t where t.client_id = p.id and t.status = 'active')
      and not exists (select 1 from ledger.deposit d where d.client_id = p.id and d.status = 'pending');
    if v_count <> jsonb_array_length(p_rows -> 'accounts_closed') then
      raise exception 'ledger: an account that is not empty cannot end' using errcode = 'CB021';
    end if;
    -- The last mail still knows where to go; everything else that names the person is gone from here on (ledger.erase_person does the rest).
    insert into app.mail_outbox (id, to_address, template, next_at, created_at)
    select gen_random_uuid(), u.email, 'account-closed', p_now, p_now
    from jsonb_to_recordset(p_rows -> 'accounts_closed') as x(client_id uuid) join app.user u on u.id = x.client_id;
    update app.user u set email = 'closed-' || u.id || '@closed.invalid', username = 'closed', fullname = 'Closed account',
      password_hash = null, must_change_password = false, password_valid_until = null, is_verified = false, picture_file = null
    from jsonb_to_recordset(p_rows -> 'accounts_closed') as x(client_id uuid) where u.id = x.client_id;
    delete from app.session s using jsonb_to_recordset(p_rows -> 'accounts_closed') as x(client_id uuid) where s.user_id = x.client_id;
    insert into app.erasure (client_id, asked_at)
    select client_id, p_now from jsonb_to_recordset(p_rows -> 'accounts_closed') as x(client_id uuid) on conflict do nothing;
  end if;
  return 0;
end
$$;
