-- Version 5, text 14e9795297a4.
-- Made from the tables that packages/domain/src/modules declares, by npm run format. Not to be edited.
-- Rows by their keys, locked one after the other, as they are then. The server's role may not lock; these functions of the owner's do.

create or replace function ledger.read_party(p_book smallint, p_keys uuid[]) returns setof ledger.party
language plpgsql security definer set search_path = ledger, pg_temp set plan_cache_mode = force_generic_plan as
$$
begin
  return query select t.* from ledger.party t where t.book in (0, p_book) and t.id = any(p_keys) order by t.book, t.id for no key update;
end
$$;
grant execute on function ledger.read_party(smallint, uuid[]) to clearbook_app;

create or replace function ledger.read_margin_call(p_book smallint, p_keys uuid[]) returns setof ledger.margin_call
language plpgsql security definer set search_path = ledger, pg_temp set plan_cache_mode = force_generic_plan as
$$
begin
  return query select t.* from ledger.margin_call t where t.book = p_book and t.client_id = any(p_keys) order by t.client_id for no key update;
end
$$;
grant execute on function ledger.read_margin_call(smallint, uuid[]) to clearbook_app;

create or replace function ledger.read_trader(p_keys uuid[]) returns setof ledger.trader
language plpgsql security definer set search_path = ledger, pg_temp set plan_cache_mode = force_generic_plan as
$$
begin
  return query select t.* from ledger.trader t where t.id = any(p_keys) order by t.id for share;
end
$$;
grant execute on function ledger.read_trader(uuid[]) to clearbook_app;

create or replace function ledger.read_deposit(p_book smallint, p_keys uuid[]) returns setof ledger.deposit
language plpgsql security definer set search_path = ledger, pg_temp set plan_cache_mode = force_generic_plan as
$$
begin
  return query select t.* from ledger.deposit t where t.book = p_book and t.id = any(p_keys) and t.method in ('bitcoin', 'ethereum', 'tether') order by t.id for no key update;
end
$$;
grant execute on function ledger.read_deposit(smallint, uuid[]) to clearbook_app;

create or replace function ledger.read_withdrawal(p_book smallint, p_keys uuid[]) returns setof ledger.withdrawal
language plpgsql security definer set search_path = ledger, pg_temp set plan_cache_mode = force_generic_plan as
$$
begin
  return query select t.* from ledger.withdrawal t where t.book = p_book and t.id = any(p_keys) order by t.id for no key update;
end
$$;
grant execute on function ledger.read_withdrawal(smallint, uuid[]) to clearbook_app;

create or replace function ledger.read_documented_funds(p_book smallint, p_keys uuid[]) returns setof ledger.documented_funds
language plpgsql security definer set search_path = ledger, pg_temp set plan_cache_mode = force_generic_plan as
$$
begin
  return query select t.* from ledger.documented_funds t where t.book = p_book and t.client_id = any(p_keys) order by t.client_id for no key update;
end
$$;
grant execute on function ledger.read_documented_funds(smallint, uuid[]) to clearbook_app;

create or replace function ledger.read_loan(p_book smallint, p_keys uuid[]) returns setof ledger.loan
language plpgsql security definer set search_path = ledger, pg_temp set plan_cache_mode = force_generic_plan as
$$
begin
  return query select t.* from ledger.loan t where t.book = p_book and t.id = any(p_keys) order by t.id for no key update;
end
$$;
grant execute on function ledger.read_loan(smallint, uuid[]) to clearbook_app;

create or replace function ledger.read_trade(p_book smallint, p_keys uuid[]) returns setof ledger.trade
language plpgsql security definer set search_path = ledger, pg_temp set plan_cache_mode = force_generic_plan as
$$
begin
  return query select t.* from ledger.trade t where t.book = p_book and t.id = any(p_keys) order by t.id for no key update;
end
$$;
grant execute on function ledger.read_trade(smallint, uuid[]) to clearbook_app;

create or replace function ledger.read_copy(p_book smallint, p_keys uuid[]) returns setof ledger.copy
language plpgsql security definer set search_path = ledger, pg_temp set plan_cache_mode = force_generic_plan as
$$
begin
  return query select t.* from ledger.copy t where t.book = p_book and t.id = any(p_keys) order by t.id for no key update;
end
$$;
grant execute on function ledger.read_copy(smallint, uuid[]) to clearbook_app;

create or replace function ledger.read_proposal(p_keys uuid[]) returns setof ledger.proposal
language plpgsql security definer set search_path = ledger, pg_temp set plan_cache_mode = force_generic_plan as
$$
begin
  return query select t.* from ledger.proposal t where t.id = any(p_keys) order by t.id for no key update;
end
$$;
grant execute on function ledger.read_proposal(uuid[]) to clearbook_app;

create or replace function ledger.read_working_order(p_book smallint, p_keys uuid[]) returns setof ledger.working_order
language plpgsql security definer set search_path = ledger, pg_temp set plan_cache_mode = force_generic_plan as
$$
begin
  return query select t.* from ledger.working_order t where t.book = p_book and t.id = any(p_keys) order by t.id for no key update;
end
$$;
grant execute on function ledger.read_working_order(smallint, uuid[]) to clearbook_app;
