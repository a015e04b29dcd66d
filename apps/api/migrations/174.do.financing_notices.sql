-- Who was told of a change of financing that is ahead (docs/spec/trading.md, T98): each holder once.
create table app.financing_notice (
  version_id uuid not null references ledger.config_version (proposal_id),
  client_id uuid not null references ledger.party_book,
  at timestamptz(3) not null,
  primary key (version_id, client_id)
);
