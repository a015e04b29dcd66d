-- "Not received" ends: when the money is given back, and when staff have traced the payment (docs/spec/funding.md).
alter table ledger.withdrawal add column traced_at timestamptz(3);
update ledger.withdrawal set not_received = false where not_received and status <> 'approved';
alter table ledger.withdrawal add constraint withdrawal_reopened check (not not_received or status = 'approved');
