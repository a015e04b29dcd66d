-- Searches and filters of Manage's tables that staff keep under a name (docs/spec/manage.md, G94). Beside the books; erase_person clears them by
-- `user_id`. What an address may hold is declared in packages/contracts/src/views.ts and looked at again when it is read: filters come and go.
create table app.saved_view (
  id uuid primary key,
  user_id uuid not null references app."user",
  table_name text not null check (length(table_name) between 1 and 30),
  name text not null check (length(name) between 1 and 40),
  address jsonb not null check (jsonb_typeof(address) = 'object' and pg_column_size(address) <= 2048),
  updated_at timestamptz(3) not null,
  unique (user_id, table_name, name)
);
