-- FS15: who proposed what was decided about a client is asked beside every payout.
create index proposal_client on ledger.proposal (client_id) where client_id is not null;
comment on index ledger.proposal_client is 'What was proposed about one client.';
-- FS14: and so is from which day to which an account's statements go, by their lines: a file may hold none that is new, or come late.
create index statement_line_of_account on app.statement_line (method, day);
comment on index app.statement_line_of_account is 'The first and the last day that an account''s statements speak of.';
