-- O94: sums that are being made anew stand beside those that every minute's look goes on with, and take their place when they are complete.
alter table app.integrity_mark add column anew boolean not null default false;
alter table app.integrity_mark drop constraint integrity_mark_pkey, add primary key (anew, book);
comment on index app.integrity_mark_pkey is 'How far a book''s entries are added up.';
alter table app.integrity_balance add column anew boolean not null default false;
alter table app.integrity_balance drop constraint integrity_balance_pkey, add primary key (anew, party_id);
comment on index app.integrity_balance_pkey is 'What a client''s entries come to, compared with their balances every minute.';
alter table app.integrity_account add column anew boolean not null default false;
alter table app.integrity_account drop constraint integrity_account_pkey, add primary key (anew, account);
comment on index app.integrity_account_pkey is 'What the entries of a house account come to.';
