-- What changed, one row for each transaction that says so: whoever missed a notification reads on from the last number that they have seen.
-- `wakes` names workers that have something to do; `body` is what open pages should read again (docs/spec/realtime.md).
create table app.change (
  number bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  wakes text[] not null,
  body text not null
);
create index change_at on app.change (at);
grant select, delete on app.change to clearbook_app;

create or replace function app.mail_waiting() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform app.announce('[]', '{mail}');
  return null;
end $$;
