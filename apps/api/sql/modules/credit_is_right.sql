-- Version 1, text 53117857aa3b.
-- Whether a credit is what arrived × the rates that count for it, half to even: the locked rate for the coins that were asked for and 2 % more,
-- for the rest the price at its receipt; where the locked rate had run out by then, that price for all of it. When it arrived is what staff
-- recorded, and in demo mode when its proof came. 1e18: prices are counted in units of 1e-10, coins of 1e-8.
create or replace function ledger.credit_is_right(
  d ledger.deposit, p_units bigint, p_received_at timestamptz, p_rate bigint, p_rest_rate bigint, p_credited bigint
) returns boolean
language sql stable set search_path = ledger, pg_temp as
$$
  select case
    when coalesce(p_received_at, d.proof_at) > d.expires_at then
      p_rest_rate is null and (p_received_at is not null or p_rate = coalesce(d.late_rate, p_rate))
      and 2 * abs(p_credited::numeric * 1e18 - p_units::numeric * p_rate * 100) <= 1e18
    when p_units = d.pay_units then p_rate = d.rate and p_rest_rate is null and p_credited = d.amount
    when p_units <= d.pay_units::numeric * 102 / 100 then
      p_rate = d.rate and p_rest_rate is null and 2 * abs(p_credited::numeric * 1e18 - p_units::numeric * p_rate * 100) <= 1e18
    else p_rate = d.rate and p_rest_rate is not null
      and 2 * abs(p_credited::numeric * 1e18 - (c.covered * p_rate + (p_units - c.covered) * p_rest_rate) * 100) <= 1e18
  end
  from (select floor(d.pay_units::numeric * 102 / 100) as covered) as c
$$;
