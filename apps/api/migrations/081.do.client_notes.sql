-- What staff write down about a client for each other (docs/spec/manage.md, G75). Personal text: it is outside the books, and erase_person clears it
-- by `client_id`. A note is never changed; who wrote it, and when, stands with it.
create table app.client_note (
  id uuid primary key,
  client_id uuid not null references app."user",
  staff_id uuid not null references app."user",
  text text not null check (length(text) between 1 and 2000),
  at timestamptz(3) not null,
  -- The same request again writes nothing.
  key text not null check (length(key) <= 200),
  unique (staff_id, key)
);
create index client_note_newest on app.client_note (client_id, at desc, id desc);
revoke update, delete, truncate on app.client_note from clearbook_app;
