-- Proof of liabilities (docs/spec/transparency.md, U110 to U119): once a day a Merkle-sum tree of what clients have here (tree 1) and one of what they owe (tree 2).

-- The secret that a day's nonces follow from. While it is there, and the tiles with it, clients are given their proofs; roots stay for ever.
create table ledger.liability_secret (
  day date primary key,
  secret bytea not null check (octet_length(secret) = 32),
  -- Tiles and roots of a day come in one transaction with its secret, or never.
  made_in xid8 not null default pg_current_xact_id()
);

-- Leaves in the order of their hashes, up to 1,024 in a row: each its amount (8 bytes, big-endian) and its hash (32). `node` is what the tree has above them, in the same form.
create table ledger.liability_tile (
  day date not null references ledger.liability_secret on delete cascade,
  tree smallint not null check (tree in (1, 2)),
  tile_index int not null check (tile_index >= 0),
  -- The hash of its first leaf: a leaf is looked for by its hash.
  first_hash bytea not null check (octet_length(first_hash) = 32),
  node bytea not null check (octet_length(node) = 40),
  leaves bytea not null check (octet_length(leaves) between 40 and 40960 and octet_length(leaves) % 40 = 0),
  primary key (day, tree, tile_index),
  constraint liability_tile_order unique (day, tree, first_hash)
);
comment on index ledger.liability_tile_order is 'The tile that a leaf is in, by the hash of the leaf.';
alter table ledger.liability_tile alter column leaves set storage external;

create table ledger.liability_root (
  day date not null,
  tree smallint not null check (tree in (1, 2)),
  -- The moment that it is of.
  at timestamptz(3) not null,
  depth smallint not null check (depth between 1 and 40),
  -- Into how many leaves each client's amount is split.
  parts smallint not null check (parts between 2 and 4),
  total bigint not null check (total >= 0),
  root bytea not null check (octet_length(root) = 32),
  -- The root before it of the same tree; zeros for the first.
  previous bytea not null check (octet_length(previous) = 32),
  -- Clients who have something there. A sum of fewer than ten would say too much about each.
  people bigint not null check (people >= 10),
  -- How far each book was then.
  books smallint[] not null,
  numbers bigint[] not null check (cardinality(numbers) = cardinality(books)),
  primary key (day, tree)
);
create trigger liability_root_kept before update or delete or truncate on ledger.liability_root for each statement execute function ledger.keep_log();
create trigger liability_secret_kept before update on ledger.liability_secret for each statement execute function ledger.keep_log();
create trigger liability_tile_kept before update on ledger.liability_tile for each statement execute function ledger.keep_log();
