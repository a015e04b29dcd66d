-- What open pages should read again is called an invalidation, and what people are told a notification: in the database as in the program.
alter table app.change rename to invalidation;
alter index app.change_pkey rename to invalidation_pkey;
alter index app.change_at rename to invalidation_at;
alter sequence app.change_number_seq rename to invalidation_number_seq;

-- Made again from apps/api/sql under their new names.
drop function if exists app.announce(text, text[]);
drop function if exists ledger.commit_batch(timestamptz, ledger.entry_draft[], ledger.answer_draft[], ledger.batch_rows, app.letter[], text[]);
drop function if exists app.write_letters(app.letter[]);
delete from public.ledger_function where name in ('announce', 'commit_batch', 'write_letters');
alter type app.letter rename to notification_draft;

create or replace function app.mail_waiting() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform app.invalidate('[]', '{mail}');
  return null;
end $$;
