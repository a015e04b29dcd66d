-- Archives of clients (docs/spec/archive.md, U26 to U28): asked for here, made by a job, and kept in pieces beside the other private files.
create table app.archive (
  id uuid primary key,
  client_id uuid not null references app."user",
  state text not null default 'waiting' check (state in ('waiting', 'building', 'ready', 'failed')),
  asked_at timestamptz(3) not null,
  -- How far it is, in percent; how often it was begun; and for one that failed why.
  progress smallint not null default 0 check (progress between 0 and 100),
  attempts smallint not null default 0,
  failure text check (failure in ('log_not_signed', 'storage', 'other')),
  made_at timestamptz(3),
  expires_at timestamptz(3),
  bytes bigint,
  entries bigint,
  -- Of the pieces, under a key of the installation.
  sealed_key bytea,
  constraint archive_sound check ((state = 'ready') = (num_nonnulls(made_at, bytes, entries, sealed_key) = 4 and bytes > 0)
    and (state = 'failed') = (failure is not null) and (state in ('ready', 'failed')) = (expires_at is not null))
);
comment on index app.archive_pkey is 'An archive by its id: while it is made, and for whoever downloads it.';
create index archive_client on app.archive (client_id, id desc);
comment on index app.archive_client is 'A client''s archives, newest first.';
create unique index archive_one_at_a_time on app.archive (client_id) where state in ('waiting', 'building');
comment on index app.archive_one_at_a_time is 'A rule: a client has one archive in the making. And those that wait, for the job.';

-- The encrypted pieces of an archive, in their order. file_id is their name in the storage.
create table app.archive_piece (
  archive_id uuid not null references app.archive on delete cascade,
  place int not null check (place >= 0),
  file_id uuid not null,
  primary key (archive_id, place)
);
comment on index app.archive_piece_pkey is 'The pieces of an archive in their order.';

-- Whatever ends an archive (its time, a newer one, the closing of the account), its bytes are removed like those of other files.
create function app.remove_piece() returns trigger
language plpgsql security definer set search_path = app, pg_temp as
$$
begin
  insert into app.file_to_remove (id) values (old.file_id) on conflict do nothing;
  return null;
end
$$;
create trigger archive_piece_removed after delete on app.archive_piece for each row execute function app.remove_piece();
