-- Whether a client's source of funds is documented, as two members of staff decided last (docs/spec/funding.md, F55 to F58; identity.md, I25). Who and why is in the
-- proposals and in the audit log.
create table ledger.documented_funds (
  book smallint not null,
  client_id uuid not null,
  documented boolean not null,
  at timestamptz(3) not null,
  primary key (book, client_id),
  foreign key (book, client_id) references ledger.party
);
