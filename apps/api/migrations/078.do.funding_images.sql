-- What was typed again where a credit is large or not what was asked for (docs/spec/funding.md, F50): kept with the deposit that it confirmed.
alter table ledger.deposit add column confirmed bigint;

-- Written as images from now on.
drop function if exists ledger.credit_is_right(ledger.deposit, bigint, timestamptz, bigint, bigint, bigint);
delete from public.door where name = 'credit_is_right';
drop function if exists ledger.check_payouts(jsonb, ledger.hold_image[], timestamptz);
delete from public.door where name = 'check_payouts';
