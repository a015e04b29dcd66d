-- Which choice of its receiver a mail follows (docs/spec/notifications.md, N60): such a mail carries a link that turns its kind off. Null for
-- mails about money and access, which nobody turns off.
alter table app.mail_outbox add column optional text check (optional in ('own_doings', 'price_alerts'));
