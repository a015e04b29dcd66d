-- The functions in apps/api/sql are called ledger functions; so is the table that remembers which text of each the database has.
alter table public.door rename to ledger_function;
alter index public.door_pkey rename to ledger_function_pkey;
