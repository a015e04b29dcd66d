-- What a batch is handed to the ledger in: entries before they have a number and a time, and the answers that are kept under their keys.
create type ledger.entry_draft as (
  event smallint, client_id uuid, subject_id uuid, actor_id uuid, corrects bigint,
  -- Its lines: debits are positive, credits negative, in cents.
  accounts smallint[], amounts bigint[]
);
create type ledger.answer_draft as (party_id uuid, key text, request_hash text, outcome json);

-- An entry that has been checked: what it moves on the accounts that rows are compared with, in cents, a bit for each account that it touches, and its canonical lines.
create type ledger.checked_entry as (
  place int, event smallint, client_id uuid, subject_id uuid, actor_id uuid, corrects bigint, about_row boolean,
  cash bigint, margin bigint, withdrawing bigint, loan bigint, trading bigint, shortfall bigint, custody bigint, touched bigint,
  body bytea, accounts smallint[], amounts bigint[]
);

drop function if exists ledger.commit_batch(timestamptz, smallint[], uuid[], uuid[], uuid[], bigint[], int[], smallint[], bigint[], uuid[], text[], text[], text[], app.letter[], jsonb, ledger.batch_rows, text[]);
