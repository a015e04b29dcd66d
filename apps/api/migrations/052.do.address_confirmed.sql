-- Whether an address has shown that it is its owner's (docs/spec/access.md, A110). Whoever was here before counts as confirmed.
alter table app.user add column email_confirmed_at timestamptz(3);
update app.user set email_confirmed_at = created_at;

-- The link of a welcome mail. Only the hash is here.
create table app.email_confirmation (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id uuid not null references app.user (id),
  expires_at timestamptz(3) not null
);
create index email_confirmation_user on app.email_confirmation (user_id);
