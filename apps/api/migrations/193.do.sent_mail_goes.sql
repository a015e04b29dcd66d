-- N27: that a mail was sent is kept for two years.
create index mail_outbox_sent on app.mail_outbox (sent_at) where state = 'sent';
comment on index app.mail_outbox_sent is 'Which mails were sent long enough ago to be deleted.';
