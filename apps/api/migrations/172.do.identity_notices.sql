-- When a client was told that their identity document expires soon, and that its last day has come (docs/spec/identity.md, I29): once each.
alter table app.identity_dates add column told_ahead_at timestamptz(3), add column told_at timestamptz(3);
grant update (told_ahead_at, told_at) on app.identity_dates to clearbook_app;
create index identity_dates_untold on app.identity_dates (expires_on) where replaced_at is null and told_at is null;
comment on index app.identity_dates_untold is 'Documents by their last day that their owner was not told of yet, for the job that tells.';
