-- A new document for an approved identity (docs/spec/identity.md, I28): while it waits, and where it is declined, the approval before it stands.
alter table app.verification add column stands boolean not null default false;
alter table app.verification add constraint verification_stands check (not (stands and state = 'approved'));
