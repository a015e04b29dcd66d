-- Version 2, text f625473c7336.
-- Made from the tables that packages/domain/src/modules declares, by npm run format. Not to be edited.
-- Rows by their keys, locked one after the other, as they are then. The server's role may not lock; these functions of the owner's do.

create or replace function ledger.read_party(p_keys uuid[]) returns setof ledger.party
language plpgsql security definer set search_path = ledger, pg_temp set plan_cache_mode = force_generic_plan as
$$
begin
  return query select t.* from ledger.party t where t.id = any(p_keys) order by t.id for no key update;
end
$$;
grant execute on function ledger.read_party(uuid[]) to clearbook_app;

create or replace function ledger.read_trader(p_keys uuid[]) returns setof ledger.trader
language plpgsql security definer set search_path = ledger, pg_temp set plan_cache_mode = force_generic_plan as
$$
begin
  return query select t.* from ledger.trader t where t.id = any(p_keys) order by t.id for share;
end
$$;
grant execute on function ledger.read_trader(uuid[]) to clearbook_app;

create or replace function ledger.read_deposit(p_keys uuid[]) returns setof ledger.deposit
language plpgsql security definer set search_path = ledger, pg_temp set plan_cache_mode = force_generic_plan as
$$
begin
  return query select t.* from ledger.deposit t where t.id = any(p_keys) and t.method in ('bitcoin', 'ethereum', 'tether') order by t.id for no key update;
end
$$;
grant execute on function ledger.read_deposit(uuid[]) to clearbook_app;

create or replace function ledger.read_withdrawal(p_keys uuid[]) returns setof ledger.withdrawal
language plpgsql security definer set search_path = ledger, pg_temp set plan_cache_mode = force_generic_plan as
$$
begin
  return query select t.* from ledger.withdrawal t where t.id = any(p_keys) order by t.id for no key update;
end
$$;
grant execute on function ledger.read_withdrawal(uuid[]) to clearbook_app;

create or replace function ledger.read_loan(p_keys uuid[]) returns setof ledger.loan
language plpgsql security definer set search_path = ledger, pg_temp set plan_cache_mode = force_generic_plan as
$$
begin
  return query select t.* from ledger.loan t where t.id = any(p_keys) order by t.id for no key update;
end
$$;
grant execute on function ledger.read_loan(uuid[]) to clearbook_app;

create or replace function ledger.read_trade(p_keys uuid[]) returns setof ledger.trade
language plpgsql security definer set search_path = ledger, pg_temp set plan_cache_mode = force_generic_plan as
$$
begin
  return query select t.* from ledger.trade t where t.id = any(p_keys) order by t.id for no key update;
end
$$;
grant execute on function ledger.read_trade(uuid[]) to clearbook_app;

create or replace function ledger.read_copy(p_keys uuid[]) returns setof ledger.copy
language plpgsql security definer set search_path = ledger, pg_temp set plan_cache_mode = force_generic_plan as
$$
begin
  return query select t.* from ledger.copy t where t.id = any(p_keys) order by t.id for no key update;
end
$$;
grant execute on function ledger.read_copy(uuid[]) to clearbook_app;

create or replace function ledger.read_proposal(p_keys uuid[]) returns setof ledger.proposal
language plpgsql security definer set search_path = ledger, pg_temp set plan_cache_mode = force_generic_plan as
$$
begin
  return query select t.* from ledger.proposal t where t.id = any(p_keys) order by t.id for no key update;
end
$$;
grant execute on function ledger.read_proposal(uuid[]) to clearbook_app;

create or replace function ledger.read_working_order(p_keys uuid[]) returns setof ledger.working_order
language plpgsql security definer set search_path = ledger, pg_temp set plan_cache_mode = force_generic_plan as
$$
begin
  return query select t.* from ledger.working_order t where t.id = any(p_keys) order by t.id for no key update;
end
$$;
grant execute on function ledger.read_working_order(uuid[]) to clearbook_app;
