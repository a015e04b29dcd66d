-- How a client's charts look, and what the client drew over each symbol. Nothing here holds money; erase_person clears both by `user_id`.

create table app.chart_choice (
  user_id uuid primary key references app.user (id),
  choice jsonb not null check (pg_column_size(choice) <= 8192),
  updated_at timestamptz(3) not null
);

-- One row a client and symbol; a symbol without drawings has no row.
create table app.chart_drawings (
  user_id uuid not null references app.user (id),
  symbol text not null check (length(symbol) between 1 and 10),
  drawings jsonb not null check (jsonb_typeof(drawings) = 'array' and jsonb_array_length(drawings) between 1 and 100 and pg_column_size(drawings) <= 131072),
  updated_at timestamptz(3) not null,
  primary key (user_id, symbol)
);
