-- Roots that were signed: one for each size, for ever.
create table ledger.log_checkpoint (
  size bigint primary key check (size >= 0),
  root bytea not null check (octet_length(root) = 32),
  signed_at timestamptz(3) not null
);
create trigger log_checkpoint_kept before update or delete or truncate on ledger.log_checkpoint for each statement execute function ledger.keep_log();

-- Keys that the log is or was signed by, as a verifier is given them. Former ones stay, for what they signed.
create table ledger.log_key (
  key_id bytea primary key check (octet_length(key_id) = 4),
  vkey text not null unique,
  since timestamptz(3) not null,
  until timestamptz(3)
);
create unique index log_key_current on ledger.log_key ((true)) where until is null;
comment on index ledger.log_key_current is 'A rule: one key signs at a time.';
create trigger log_key_kept before delete or truncate on ledger.log_key for each statement execute function ledger.keep_log();

-- Who signed which checkpoint, each in the line that stands under its note, and when last: the same text under the same key is the same line.
create table ledger.log_signature (
  size bigint not null references ledger.log_checkpoint,
  key_id bytea not null references ledger.log_key,
  line text not null,
  at timestamptz(3) not null,
  primary key (size, key_id)
);
create trigger log_signature_kept before delete or truncate on ledger.log_signature for each statement execute function ledger.keep_log();

-- The seeds of keys that were made here, sealed (platform/seal.ts).
create table app.log_secret (
  key_id bytea primary key references ledger.log_key,
  sealed bytea not null
);
