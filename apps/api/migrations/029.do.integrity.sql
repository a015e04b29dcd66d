-- What the integrity job found, and how far it looked (docs/spec/operations.md, O90 to O92).
create table app.integrity_finding (
  id bigint generated always as identity primary key,
  relation text not null,
  key text not null,
  fault text not null,
  found_at timestamptz(3) not null,
  -- When a later look no longer found it. It stays on record.
  gone_at timestamptz(3)
);
create unique index integrity_finding_standing on app.integrity_finding (relation, key, fault) where gone_at is null;
comment on index app.integrity_finding_standing is 'A finding that still stands is told of once.';

create table app.integrity_look (
  the_only_row boolean primary key default true check (the_only_row),
  -- When all of the books were last looked through, and how many entries that were; and when the last hour of them was.
  all_at timestamptz(3) not null default now(),
  entries bigint not null default 0,
  recent_at timestamptz(3)
);
insert into app.integrity_look default values;
revoke insert, delete on app.integrity_look from clearbook_app;
revoke delete on app.integrity_finding from clearbook_app;
