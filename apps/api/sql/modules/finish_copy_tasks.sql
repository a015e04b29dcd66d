-- Version 1, text afc70be54956.
-- The copy engine has dealt with these.
create or replace function ledger.finish_copy_tasks(p_numbers bigint[]) returns void
language sql security definer set search_path = ledger, pg_temp as
$$ delete from ledger.copy_task where number = any(p_numbers) $$;

grant execute on function ledger.finish_copy_tasks(bigint[]) to clearbook_app;
