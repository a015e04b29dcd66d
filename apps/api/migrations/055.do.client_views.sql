-- When a member of staff last opened a client's page and it was logged: once an hour is enough (docs/spec/manage.md, G63).
create table app.client_view (
  staff_id uuid not null references app.user (id),
  client_id uuid not null references app.user (id),
  at timestamptz(3) not null,
  primary key (staff_id, client_id)
);
create index client_view_client on app.client_view (client_id);
