-- What a person says about themselves beside their documents (docs/spec/identity.md, I18). Outside the books; erase_person clears it by `user_id`.
-- A change replaces: what was said before stays, with the time at which it stopped counting.
create table app.personal_details (
  id uuid primary key,
  user_id uuid not null references app."user",
  date_of_birth date not null,
  -- ISO 3166-1 alpha-2 codes.
  residence text not null check (residence ~ '^[A-Z]{2}$'),
  nationality text not null check (nationality ~ '^[A-Z]{2}$'),
  street text not null check (length(street) between 1 and 200),
  city text not null check (length(city) between 1 and 100),
  postal_code text check (length(postal_code) between 1 and 20),
  tax_number text check (length(tax_number) between 1 and 40),
  source_of_funds text not null,
  source_detail text check (length(source_detail) between 1 and 500),
  submitted_at timestamptz(3) not null,
  replaced_at timestamptz(3),
  -- I19, whatever the server made of the date.
  check (date_of_birth + interval '18 years' <= submitted_at at time zone 'UTC'),
  check (replaced_at >= submitted_at)
);
create unique index personal_details_current on app.personal_details (user_id) where replaced_at is null;
comment on index app.personal_details_current is 'What counts of a person now, once.';
create index personal_details_versions on app.personal_details (user_id, submitted_at desc);
comment on index app.personal_details_versions is 'All that a person said, the newest first.';
revoke update, delete, truncate on app.personal_details from clearbook_app;
grant update (replaced_at) on app.personal_details to clearbook_app;
