-- Clients' names compared with lists of sanctioned and politically exposed people (docs/spec/identity.md, I22). Beside the books; erase_person
-- clears it by `client_id`. A comparison decides nothing.

-- Each version of the list that was read: what a screening was made against stays known, whatever becomes of the file.
create table app.screening_list (
  sha256 bytea primary key check (length(sha256) = 32),
  read_at timestamptz(3) not null,
  people int not null check (people > 0)
);
revoke update, delete, truncate on app.screening_list from clearbook_app;

create table app.screening (
  id uuid primary key,
  client_id uuid not null references app."user",
  details_id uuid not null references app.personal_details,
  list bytea not null references app.screening_list,
  -- Possible matches, the best first; empty where nobody is like the client.
  matches jsonb not null check (jsonb_typeof(matches) = 'array'),
  at timestamptz(3) not null,
  -- Whichever process is first.
  unique (details_id, list)
);
create index screening_newest on app.screening (client_id, at desc, id desc);
comment on index app.screening_newest is 'What the last comparison found, beside the decisions about a client.';
revoke update, delete, truncate on app.screening from clearbook_app;
