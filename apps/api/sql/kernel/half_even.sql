-- Version 1, text 56396cb87ab3.
-- A number that is not negative divided by another, to the nearest whole, a half to the even one.
create or replace function ledger.half_even(p_num bigint, p_den bigint) returns bigint
language sql immutable strict set search_path = ledger, pg_temp as
$$
  select p_num / p_den + case when p_num % p_den * 2 > p_den or p_num % p_den * 2 = p_den and p_num / p_den % 2 = 1 then 1 else 0 end
$$;
