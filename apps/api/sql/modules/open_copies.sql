-- Version 1, text 65a0603a75ef.
-- Traders and the copies that follow them: locks the rows that a batch names and reads them, by noun. Null where the batch names none.
-- A trader is only shared: five hundred clients may start at once. Whoever touches a copy holds its client's row already.
create or replace function ledger.open_copies(p_more jsonb) returns jsonb
language plpgsql set search_path = ledger, pg_temp set jit = off as
$$
declare
  v_traders uuid[];
  v_copies uuid[];
  v_leads uuid[];
begin
  if not (p_more ?| array['traders', 'copies', 'copyOfTrade', 'leadTrades']) then
    return null;
  end if;
  v_traders := array(select jsonb_array_elements_text(p_more -> 'traders')::uuid);
  v_copies := array(select jsonb_array_elements_text(p_more -> 'copies')::uuid);
  -- The copy that a trade belongs to, where it belongs to one.
  v_copies := v_copies || array(select t.copy_id from ledger.trade t where t.id = any(array(select jsonb_array_elements_text(p_more -> 'copyOfTrade')::uuid)) and t.copy_id is not null);
  v_leads := array(select jsonb_array_elements_text(p_more -> 'leadTrades')::uuid);
  perform 1 from ledger.trader where id = any(v_traders) order by id for share;
  perform 1 from ledger.copy where id = any(v_copies) order by id for no key update;

  return jsonb_build_object(
    'traders', (select jsonb_agg(jsonb_build_object('id', t.id, 'clientId', t.client_id, 'bot', t.bot, 'name', c.name, 'minibalance', t.minibalance::text,
         'profitShareBps', t.profit_share_bps, 'status', case when t.listed and not exists (select 1 from ledger.party p where p.id = t.client_id and p.status = 'closed') then 'listed' else 'deleted' end,
         'hasRecord', exists (select 1 from ledger.trade o where o.client_id = t.client_id and o.status = 'closed' and o.copy_id is null)))
       from ledger.trader t join app.trader_card c on c.trader_id = t.id where t.id = any(v_traders)),
    'copies', (select jsonb_agg(jsonb_build_object('id', c.id, 'clientId', c.client_id, 'traderId', c.trader_id, 'leadId', c.lead_id, 'bot', c.bot,
         'allotment', c.allotment::text, 'stopLoss', c.stop_loss::text, 'profitShareBps', c.profit_share_bps, 'status', c.status, 'held', c.held::text,
         'result', c.result::text, 'highWater', c.high_water::text, 'shared', c.shared::text, 'startedAt', c.started_at,
         'mirrored', coalesce((select jsonb_agg(m.lead_trade_id) from ledger.trade m where m.copy_id = c.id and m.lead_trade_id = any(v_leads)), '[]')))
       from ledger.copy c where c.id = any(v_copies)),
    'leadTrades', (select jsonb_agg(jsonb_build_object('id', t.id, 'clientId', t.client_id, 'symbol', t.symbol, 'side', t.side, 'lots', t.lots::text,
         'openLots', t.open_lots::text, 'collateral', t.collateral::text, 'entryPrice', t.entry_price::text, 'openedAt', t.opened_at,
         'copyId', t.copy_id, 'equityAtOpen', t.equity_at_open::text))
       from ledger.trade t where t.id = any(v_leads))
  );
end
$$;
