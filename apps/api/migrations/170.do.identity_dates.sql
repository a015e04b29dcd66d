-- When an approved identity document expires and is to be looked at again (docs/spec/identity.md, I26 and on). Outside the books; erase_person clears it by `user_id`.
-- A correction replaces: what was recorded before stays, with the time at which it stopped counting. Whoever was approved before this has no row.
create table app.identity_dates (
  id uuid primary key,
  user_id uuid not null references app."user",
  -- The last day on which the document is valid; null: it has no expiry date.
  expires_on date,
  review_on date not null,
  -- Whether the document was accepted with these dates. Otherwise they were recorded or corrected later, with a reason that the audit log names.
  approved boolean not null,
  recorded_at timestamptz(3) not null,
  recorded_by uuid not null references app."user",
  replaced_at timestamptz(3),
  check (recorded_by <> user_id),
  check (expires_on between (recorded_at at time zone 'UTC')::date - interval '20 years' and (recorded_at at time zone 'UTC')::date + interval '20 years'),
  -- Nobody accepts a document that has expired.
  check (not approved or expires_on is null or expires_on > (recorded_at at time zone 'UTC')::date),
  check (review_on <= expires_on),
  check (review_on <= (recorded_at at time zone 'UTC')::date + interval '5 years'),
  check (review_on > (recorded_at at time zone 'UTC')::date or coalesce(expires_on <= (recorded_at at time zone 'UTC')::date, false)),
  check (replaced_at >= recorded_at)
);
create unique index identity_dates_current on app.identity_dates (user_id) where replaced_at is null;
comment on index app.identity_dates_current is 'The dates of a person''s document that count now, once.';
create index identity_dates_versions on app.identity_dates (user_id, recorded_at desc);
comment on index app.identity_dates_versions is 'All dates that were recorded of a person, the newest first.';
revoke update, delete, truncate on app.identity_dates from clearbook_app;
grant update (replaced_at) on app.identity_dates to clearbook_app;
