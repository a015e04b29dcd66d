-- Mail that was waiting when a backup was made may have gone out since: a restore holds it (docs/spec/operations.md, O96).
alter table app.mail_outbox drop constraint mail_outbox_cause_check,
  add constraint mail_outbox_cause_check
    check (cause in ('no_address', 'refused', 'blocked', 'too_many', 'later', 'login', 'unreachable', 'restored', 'other'));
