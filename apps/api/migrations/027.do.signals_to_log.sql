-- Published signals join the transparency log (docs/spec/transparency.md, U10), those that there are already as well.
create trigger signal_to_log after insert on ledger.signal for each row execute function ledger.queue_leaf('3', 'id');
insert into ledger.log_queue (type, source_row) select 3, id::text from ledger.signal;
