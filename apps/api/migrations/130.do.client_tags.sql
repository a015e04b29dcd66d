-- Tags that staff give clients, to find and to warn each other (docs/spec/manage.md, G90). Beside the books; erase_person clears them by `client_id`.
create table app.client_tag (
  client_id uuid not null references app."user",
  tag text not null check (length(tag) between 1 and 30),
  staff_id uuid not null references app."user",
  at timestamptz(3) not null,
  primary key (client_id, tag)
);
create index client_tag_clients on app.client_tag (tag, client_id);
comment on index app.client_tag_clients is 'Who has a tag.';
revoke update, truncate on app.client_tag from clearbook_app;

create index known_device_hash on app.known_device (device_hash);
comment on index app.known_device_hash is 'Who else signed in from the same browser (docs/spec/manage.md, G91).';
