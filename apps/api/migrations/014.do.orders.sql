-- Orders that wait, what closes a trade by itself, and what a night costs. Everything is null for a market order without a stop: it pays for none of this.
alter type ledger.closed_by add value 'take_profit';
alter type ledger.closed_by add value 'trailing_stop';
alter type ledger.order_type add value 'limit';
alter type ledger.order_type add value 'stop';
alter type ledger.order_status add value 'working';
alter type ledger.order_status add value 'cancelled';
alter type ledger.order_status add value 'expired';
alter type ledger.order_status add value 'rejected';
create type ledger.time_in_force as enum ('gtc', 'day');

-- An order that waits names its time in force; a market order has none.
alter table ledger.client_order
  alter column trade_id drop not null,
  add column time_in_force ledger.time_in_force,
  add column limit_price bigint,
  add column stop_price bigint,
  add column stop_loss bigint,
  add column take_profit bigint,
  add column trailing_distance bigint,
  add column expires_at timestamptz(3),
  -- Who ended it, or the code of the refusal at its trigger.
  add column reason text,
  add column set_at timestamptz(3),
  add column ended_at timestamptz(3),
  add constraint order_sound check (lots > 0 and amount > 0
    and case when time_in_force is null then trade_id is not null and coalesce(limit_price, stop_price, stop_loss, take_profit, trailing_distance) is null
    else set_at is not null and (limit_price is null) <> (stop_price is null) and coalesce(limit_price, stop_price) > 0
      and coalesce(least(stop_loss, take_profit, trailing_distance), 1) > 0 and (time_in_force = 'day') = (expires_at is not null)
      and (ended_at is not null or trade_id is null and reason is null) end);
-- What waits, for the engine that watches prices and for a client's own list; and all that a client ever had waiting, newest first.
create index order_working on ledger.client_order (id) where time_in_force is not null and ended_at is null;
create index order_working_client on ledger.client_order (client_id, id) where time_in_force is not null and ended_at is null;
create index order_client on ledger.client_order (client_id, id) where time_in_force is not null;

alter table ledger.trade
  add column stop_loss bigint,
  add column take_profit bigint,
  add column trailing_distance bigint,
  -- The best closing price since the trailing stop was attached, as dealt to the client.
  add column trailing_peak bigint,
  -- Only quotes received from here on can set off its stop or target.
  add column protected_at timestamptz(3),
  -- Overnight financing that it paid, already out of collateral_left, and the last day in New York that was charged.
  add column financed bigint not null default 0,
  add column financed_through date,
  -- Tenths of its collateral that a notice of loss was sent for.
  add column loss_step smallint not null default 0,
  add constraint trade_protected check (coalesce(least(stop_loss, take_profit, trailing_distance, trailing_peak), 1) > 0
    and (trailing_distance is null) = (trailing_peak is null) and financed >= 0 and loss_step >= 0);

-- One row a trade a night, with the quotes that its worth was reckoned from.
create table ledger.financing (
  trade_id uuid not null references ledger.trade,
  day date not null,
  client_id uuid not null,
  -- What was open of it, in hundredths of a lot, and what that cost.
  lots bigint not null check (lots > 0),
  amount bigint not null check (amount >= 0),
  quote_id text not null,
  conversion_quote_id text,
  at timestamptz(3) not null,
  primary key (trade_id, day)
);

alter table ledger.event_rule drop constraint event_rule_subject_check;
alter table ledger.event_rule add constraint event_rule_subject_check
  check (subject in ('deposit', 'withdrawal', 'trade_opened', 'trade_closed', 'purchase', 'loan', 'copy', 'trade_financed'));
insert into ledger.event_rule (code, name, subject, to_status, demo_only) values (17, 'overnight_financing', 'trade_financed', null, false);
insert into ledger.posting_rule (event, account, side) values (17, 2, 'D'), (17, 22, 'C');
select ledger.seal_posting_rules();

-- What a mirrored trade pays for its nights is out of what the copy holds and out of what it brought.
create or replace function ledger.mirror_moved() returns trigger language plpgsql security definer set search_path = ledger, pg_temp as
$$
begin
  update ledger.copy c set held = c.held + new.collateral_left - old.collateral_left,
    result = c.result + new.realised - old.realised + new.shortfall - old.shortfall - new.financed + old.financed
  where c.id = new.copy_id and c.status <> 'stopped';
  return null;
end
$$;
-- Moving a stop is not a move of the trade.
drop trigger mirror_moved on ledger.trade;
create trigger mirror_moved after update of open_lots, collateral_left on ledger.trade for each row when (new.copy_id is not null) execute function ledger.mirror_moved();
