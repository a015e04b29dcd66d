-- Where live deposits are paid to: one row. In demo mode clients see DEMO addresses, whatever is saved here.
create table app.wallets (
  the_only_row boolean primary key default true check (the_only_row),
  bitcoin text not null default '',
  ethereum text not null default '',
  usdt text not null default '',
  updated_at timestamptz(3)
);
insert into app.wallets default values;
revoke insert, delete on app.wallets from clearbook_app;
