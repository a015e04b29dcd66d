-- Traders, the copies that follow them, and what waits to be mirrored.
alter type ledger.closed_by add value 'copy';
create type ledger.copy_status as enum ('active', 'paused', 'stopping', 'stopped');
create type ledger.stop_cause as enum ('client', 'stop_loss', 'trader_deleted');

create table ledger.trader (
  id uuid primary key,
  -- Whose own trades are the record; null where nobody's account is linked.
  client_id uuid references ledger.party,
  -- Name of the strategy where a program of the house trades.
  bot text,
  minibalance bigint not null check (minibalance >= 0),
  profit_share_bps integer not null check (profit_share_bps between 0 and 5000),
  listed boolean not null default true,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  check (bot is null or client_id is not null),
  check (listed = (deleted_at is null))
);
-- One account has one trader at a time.
create unique index trader_account on ledger.trader (client_id) where listed;

-- What is shown of a trader and what staff typed: text, outside the books.
create table app.trader_card (
  trader_id uuid primary key references ledger.trader,
  name text not null check (length(name) between 1 and 120),
  return_rate text not null check (length(return_rate) <= 60),
  followers text not null check (length(followers) <= 60),
  picture_file uuid references app.file
);
revoke delete, truncate on app.trader_card from clearbook_app;

create table ledger.copy (
  id uuid primary key,
  client_id uuid not null references ledger.party,
  trader_id uuid not null references ledger.trader,
  lead_id uuid not null references ledger.party,
  bot boolean not null,
  allotment bigint not null check (allotment > 0),
  stop_loss bigint check (stop_loss > 0 and stop_loss <= allotment),
  copy_open boolean not null,
  profit_share_bps integer not null check (profit_share_bps between 0 and 5000),
  status ledger.copy_status not null,
  cause ledger.stop_cause,
  -- Kept by the triggers below, in the transaction that moves the trades.
  held bigint not null default 0,
  result bigint not null default 0,
  high_water bigint not null default 0,
  shared bigint not null default 0 check (shared >= 0),
  -- The last month that was reckoned, by its first day.
  shared_month date,
  started_at timestamptz(3) not null,
  stopped_at timestamptz(3),
  check (client_id <> lead_id),
  check ((status = 'stopped') = (stopped_at is not null)),
  -- I17: what mirrored trades tie up is never more than the allotment and what they brought. Checked at every move, whoever makes it.
  constraint copy_exposure check (held >= 0 and held <= allotment + result)
) with (fillfactor = 80);
create unique index copy_one_each on ledger.copy (client_id, trader_id) where status <> 'stopped';
create index copy_running on ledger.copy (lead_id) where status <> 'stopped';
create index copy_client on ledger.copy (client_id, id);
create index copy_trader on ledger.copy (trader_id);

-- A copy mirrors a trade once.
create unique index trade_mirror on ledger.trade (copy_id, lead_trade_id) where copy_id is not null;
-- What a running copy has open, however much it has closed.
create index trade_mirrored_open on ledger.trade (copy_id) where copy_id is not null and status = 'active';
create index trade_followers on ledger.trade (lead_trade_id) where lead_trade_id is not null and status = 'active';

create table ledger.copy_skip (
  copy_id uuid not null references ledger.copy,
  lead_trade_id uuid not null,
  reason text not null,
  at timestamptz(3) not null,
  primary key (copy_id, lead_trade_id)
);
create index copy_skip_newest on ledger.copy_skip (copy_id, at desc, lead_trade_id desc);

-- What was taken of a copier's new highs, one row a month at most.
create table ledger.copy_share (
  copy_id uuid not null references ledger.copy,
  month date not null,
  amount bigint not null check (amount >= 0),
  high_before bigint not null,
  high_after bigint not null check (high_after >= high_before),
  at timestamptz(3) not null,
  primary key (copy_id, month)
);

-- What waits to be mirrored, written in the transaction that causes it, so that neither a crash nor a lost message forgets it. In the order of
-- each trader's own commits, because a trader's commands lock the trader's row.
create table ledger.copy_task (
  number bigint generated always as identity primary key,
  kind text not null check (kind in ('open', 'close', 'start', 'stop')),
  lead_id uuid not null,
  -- The trader's trade and the fill that moved it.
  trade_id uuid,
  fill_id uuid,
  copy_id uuid,
  at timestamptz(3) not null
);

-- A trader's own trade moved. Only trades that keep the opener's equity and mirror nothing can be mirrored, so nobody else's pay for this.
create function ledger.lead_moved() returns trigger language plpgsql security definer set search_path = ledger, pg_temp as
$$
begin
  if exists (select 1 from ledger.copy c where c.lead_id = new.client_id and c.status <> 'stopped') then
    insert into ledger.copy_task (kind, lead_id, trade_id, fill_id, at)
    values (case when tg_op = 'INSERT' then 'open' else 'close' end, new.client_id, new.id,
      (select f.id from ledger.fill f where f.trade_id = new.id order by f.id desc limit 1),
      case when tg_op = 'INSERT' then new.opened_at else new.closed_at end);
    perform pg_notify('clearbook_copy', '');
  end if;
  return null;
end
$$;
create trigger lead_opened after insert on ledger.trade for each row
  when (new.equity_at_open is not null and new.copy_id is null) execute function ledger.lead_moved();
create trigger lead_closed after update of open_lots on ledger.trade for each row
  when (new.equity_at_open is not null and new.copy_id is null and new.open_lots <> old.open_lots) execute function ledger.lead_moved();

-- A mirrored trade: it is the copier's share of one of the trader's own, on the same side, and no larger than the ratio allows.
create function ledger.mirror_opened() returns trigger language plpgsql security definer set search_path = ledger, pg_temp as
$$
begin
  update ledger.copy c set held = c.held + new.collateral_left
  from ledger.trade l
  where c.id = new.copy_id and c.client_id = new.client_id and c.status = 'active' and l.id = new.lead_trade_id and l.client_id = c.lead_id
    and l.copy_id is null and l.symbol = new.symbol and l.side = new.side
    and l.equity_at_open > 0 and new.lots <= div(l.lots::numeric * c.allotment, l.equity_at_open);
  if not found then
    raise exception 'ledger: a trade that mirrors nothing it may mirror' using errcode = 'CB030';
  end if;
  return null;
end
$$;
create trigger mirror_opened after insert on ledger.trade for each row when (new.copy_id is not null) execute function ledger.mirror_opened();

create function ledger.mirror_moved() returns trigger language plpgsql security definer set search_path = ledger, pg_temp as
$$
begin
  update ledger.copy c set held = c.held + new.collateral_left - old.collateral_left,
    result = c.result + new.realised - old.realised + new.shortfall - old.shortfall
  where c.id = new.copy_id and c.status <> 'stopped';
  return null;
end
$$;
create trigger mirror_moved after update on ledger.trade for each row when (new.copy_id is not null) execute function ledger.mirror_moved();


-- From when the bots of a demo database have traded, and that their history is whole. No row without bots.
create table app.bots (
  the_only_row boolean primary key default true check (the_only_row),
  began_at timestamptz(3) not null,
  ready_at timestamptz(3)
);
revoke delete, truncate on app.bots from clearbook_app;
