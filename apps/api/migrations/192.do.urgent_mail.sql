-- N26: a mail with a code or a link runs out in minutes, and waits behind none that doesn't: a notice to everybody held up withdrawal codes until they had expired.
alter table app.mail_outbox add column urgent boolean not null generated always as ("values" ?| array['code', 'token']) stored;
drop index app.mail_outbox_waiting;
create index mail_outbox_waiting on app.mail_outbox (urgent, next_at, id) where state = 'waiting';
comment on index app.mail_outbox_waiting is 'What is due: with a code or a link, and without one.';
-- G93: the last mails to those who closed their account, looked for twice a minute among all that was ever sent.
create index mail_outbox_account_closed on app.mail_outbox (id) where template = 'account-closed';
comment on index app.mail_outbox_account_closed is 'The last mails to people who closed their account, which go once they are sent.';
