-- The transparency log (docs/spec/transparency.md): what was put into it, in order. Written by ledger.append_log alone, and never changed.
create table ledger.log_leaf (
  leaf_index bigint primary key check (leaf_index >= 0),
  type smallint not null check (type between 1 and 6),
  -- Which row it is of: 'book/number' for an entry, the number of an audit line.
  source_row text not null,
  -- What is public of it: SHA-256 of its type, its nonce and its canonical bytes.
  entry bytea not null check (octet_length(entry) = 32),
  constraint log_leaf_once unique (type, source_row)
);
comment on index ledger.log_leaf_once is 'The leaf of a row, for its receipt. And a rule: nothing is put into the log twice.';

-- Apart from what is public: with it and the canonical bytes a leaf can be made again, without it nothing can be guessed.
create table ledger.log_nonce (
  leaf_index bigint primary key references ledger.log_leaf,
  nonce bytea not null check (octet_length(nonce) = 32)
);

-- Hashes of the tree, up to 256 in a row: a tile as it is served, or as far as it is filled.
create table ledger.log_tile (
  level smallint not null check (level between 0 and 63),
  tile_index bigint not null check (tile_index >= 0),
  hashes bytea not null check (octet_length(hashes) between 32 and 8192 and octet_length(hashes) % 32 = 0),
  primary key (level, tile_index)
);
-- They look random: compressing them costs time and saves nothing.
alter table ledger.log_tile alter column hashes set storage external;

-- How far the tree has come, and what the log is called. The name is given once, when its first key is made.
create table ledger.log_tree (
  the_only_row boolean primary key default true check (the_only_row),
  origin text check (origin ~ '^[^[:space:][:cntrl:]+]+$'),
  size bigint not null check (size >= 0),
  root bytea not null check (octet_length(root) = 32)
);
insert into ledger.log_tree (size, root) values (0, sha256(''));

-- How many entries of a book are in the log: its numbers have no gaps, and a smaller one is never committed after a larger one.
create table ledger.log_position (
  book smallint primary key references ledger.book,
  number bigint not null check (number >= 0)
);

-- Rows that are not in the log yet, of tables whose numbers say nothing about the order of commits: a row comes in here with the row itself, and goes with its leaf.
create table ledger.log_queue (
  type smallint not null,
  source_row text not null,
  primary key (type, source_row)
);

create function ledger.queue_leaf() returns trigger
language plpgsql security definer set search_path = ledger, pg_temp as
$$
begin
  insert into ledger.log_queue (type, source_row) values (tg_argv[0]::smallint, to_jsonb(new) ->> tg_argv[1]);
  return null;
end
$$;
create trigger audit_to_log after insert on ledger.audit for each row execute function ledger.queue_leaf('2', 'number');
insert into ledger.log_queue (type, source_row) select 2, number::text from ledger.audit;

create function ledger.keep_log() returns trigger
language plpgsql set search_path = pg_catalog as
$$
begin
  raise exception 'ledger: what is in the log is never changed' using errcode = 'CB120';
end
$$;
create trigger log_leaf_kept before update or delete or truncate on ledger.log_leaf for each statement execute function ledger.keep_log();
create trigger log_nonce_kept before update or delete or truncate on ledger.log_nonce for each statement execute function ledger.keep_log();
create trigger log_tile_kept before delete or truncate on ledger.log_tile for each statement execute function ledger.keep_log();
