-- Every module writes its rows as images now.
drop function if exists ledger.commit_batch(timestamptz, ledger.entry_draft[], ledger.answer_draft[], ledger.batch_rows, app.letter[], text[], jsonb);
