-- When the settings and the wallet addresses were first saved (docs/spec/manage.md, G64): null until then. What was saved before this column
-- is dated by the audit log, where every save stands.
alter table app.settings add column created_at timestamptz(3);
alter table app.wallets add column created_at timestamptz(3);

update app.settings set created_at = (select min(a.at) from ledger.audit a where a.action = 'settings.update');
update app.wallets set created_at = (select min(a.at) from ledger.audit a where a.action = 'wallets.update');
