-- T98, M93: whoever holds an instrument is told of a change that is ahead. No column of it changes while a client trades, so it costs an order nothing but where
-- somebody opens an instrument for the first time.
create index exposure_symbol on ledger.exposure (symbol, client_id);
comment on index ledger.exposure_symbol is 'Who holds an instrument, and is told of its next financing or spread (tellChanges). Written once for each client, instrument and side.';
