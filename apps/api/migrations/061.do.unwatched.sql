-- From when to when nobody watched live prices (docs/spec/watch.md, W20). Written by ledger.note_unwatched alone, and kept.
create table ledger.unwatched (
  number bigint generated always as identity primary key,
  began_at timestamptz(3) not null,
  ended_at timestamptz(3) not null,
  constraint unwatched_forward check (ended_at > began_at)
);
