-- Cosignatures of witnesses under checkpoints (docs/spec/transparency.md, U60): the latest of each under each.
create table ledger.log_cosignature (
  size bigint not null references ledger.log_checkpoint,
  -- The witness, by its verifier key.
  vkey text not null,
  line text not null,
  -- When it came, by this server's clock.
  at timestamptz(3) not null,
  primary key (size, vkey)
);
create index log_cosignature_of on ledger.log_cosignature (vkey, size desc);
comment on index ledger.log_cosignature_of is 'How far a witness has come: what it is sent next begins there.';
create trigger log_cosignature_kept before delete or truncate on ledger.log_cosignature for each statement execute function ledger.keep_log();
