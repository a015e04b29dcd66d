-- When the person behind a session last gave the password or a code again (docs/spec/access.md).
alter table app.session add column stepped_up_at timestamptz(3);
