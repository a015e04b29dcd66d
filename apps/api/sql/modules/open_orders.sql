-- Version 1, text 007086addab0.
-- Orders that wait: locks the rows that a batch names, by id or as the working ones of a client, and reads them. Null where the batch names none.
create or replace function ledger.open_orders(p_more jsonb) returns jsonb
language plpgsql set search_path = ledger, pg_temp set jit = off as
$$
declare
  v_ids uuid[];
  v_clients uuid[];
begin
  if not p_more ?| array['orders', 'ordersOf'] then
    return null;
  end if;
  v_ids := array(select jsonb_array_elements_text(p_more -> 'orders')::uuid);
  v_clients := array(select jsonb_array_elements_text(p_more -> 'ordersOf')::uuid);
  v_ids := v_ids || array(select o.id from ledger.client_order o where o.client_id = any(v_clients) and o.time_in_force is not null and o.ended_at is null);
  perform 1 from ledger.client_order where id = any(v_ids) order by id for no key update;
  return jsonb_build_object('orders', (
    select jsonb_agg(jsonb_build_object('id', id, 'clientId', client_id, 'symbol', symbol, 'side', side, 'lots', lots::text, 'amount', amount::text,
      'type', type, 'timeInForce', time_in_force, 'limitPrice', limit_price::text, 'stopPrice', stop_price::text, 'stopLoss', stop_loss::text,
      'takeProfit', take_profit::text, 'trailingDistance', trailing_distance::text, 'status', status, 'expiresAt', expires_at, 'reason', reason,
      'tradeId', trade_id, 'createdAt', at, 'setAt', set_at, 'endedAt', ended_at))
    -- A market order never waited: nothing can be done with it.
    from ledger.client_order where id = any(v_ids) and time_in_force is not null));
end
$$;
