-- What a client of a live site answered about trading before their first trade (docs/spec/knowledge.md). Outside the books; erase_person clears it
-- by `client_id`. Answered once, so that nobody guesses until it fits.
create table app.knowledge_check (
  client_id uuid primary key references app."user",
  answers jsonb not null check (jsonb_typeof(answers) = 'object'),
  passed boolean not null,
  answered_at timestamptz(3) not null,
  -- Read the warning again, a day after it was given, and wants to go on.
  confirmed_at timestamptz(3),
  -- KN3, whatever the server says.
  check (confirmed_at is null or not passed and confirmed_at >= answered_at + interval '24 hours')
);
revoke update, delete, truncate on app.knowledge_check from clearbook_app;
grant update (confirmed_at) on app.knowledge_check to clearbook_app;
