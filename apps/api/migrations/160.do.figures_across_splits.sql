-- Values and spreads that were kept of shares that were split may be of the wrong shares where a split was booked late, or in the very millisecond in which its
-- remainder was closed (docs/spec/performance.md, PF1 and PF10). The next reading makes them again.
delete from app.equity_day d where exists (select from ledger.trade_split s where s.client_id = d.client_id);
delete from app.closed_trade k where exists (select from ledger.trade_split s where s.client_id = k.client_id);
