-- Tokens with which programs of the operator read the Manage area (docs/spec/access.md, A161 to A166). Of the secret only its SHA-256 is kept. What a
-- token may read is worked out at each use, from this row and from what its maker's role includes then.
create table app.api_token (
  id uuid primary key,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  owner_id uuid not null references app."user",
  name text not null check (length(name) between 1 and 60),
  permissions text[] not null check (cardinality(permissions) between 1 and 50),
  -- Where it may come from; anywhere, as far as the installation lets staff in, where there is none.
  networks text[] not null check (cardinality(networks) <= 20),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null check (expires_at > created_at and expires_at <= created_at + interval '365 days'),
  -- To the minute.
  last_used_at timestamptz(3),
  revoked_at timestamptz(3)
);
create index api_token_newest on app.api_token (created_at desc, id desc);
-- What a token is for never changes, and neither does who answers for it.
revoke update, delete, truncate on app.api_token from clearbook_app;
grant update (last_used_at, revoked_at) on app.api_token to clearbook_app;
