-- Which assets a client keeps an eye on, in their own order.
create table app.watchlist (
  client_id uuid primary key references app.user (id),
  symbols text[] not null check (cardinality(symbols) <= 100)
);
