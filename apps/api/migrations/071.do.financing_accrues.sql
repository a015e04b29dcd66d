-- What nights cost is counted in millionths of a cent and carried forward; whole cents are taken from it. Nights of before were rounded each.
alter table ledger.trade add column accrued bigint not null default 0;
update ledger.trade set accrued = financed * 1000000 where financed > 0;
-- At most what the rounding of a half gives, and less only where nothing more was left to take.
alter table ledger.trade add constraint financed_of_accrued check (accrued >= 0 and financed * 1000000 <= accrued + 500000);
alter table ledger.financing add column cost bigint check (cost >= 0);
