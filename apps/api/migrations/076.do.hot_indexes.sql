-- What every order writes has no index that no query asks for: each says which query it is there for, and a test holds that.

-- The same columns and the same condition as order_working.
drop index ledger.order_working_client;
-- Staff's table of people looks each one's status up by its id, and nothing else asks for it.
drop index ledger.party_blocked;

comment on index ledger.trade_pkey is 'One trade by its id: locked, checked and written by every batch, and shown by itself (findTrade).';
comment on index ledger.trade_client_active is 'What a client has open: positions (listTrades), what the account is worth, and the engine that watches prices, client by client.';
comment on index ledger.trade_client_closed is 'A client''s closed trades, newest first (listTrades), and a trader''s record.';
comment on index ledger.trade_client is 'All trades of a client by their ids: staff''s table of trades for one person, and the list of open and closed ones together.';
comment on index ledger.trade_copy is 'A copy''s trades, newest first (copies.query). Rows of copies alone are in it.';
comment on index ledger.trade_mirror is 'A rule, and no query: a trader''s trade is mirrored once in a copy. Rows of copies alone are in it.';
comment on index ledger.trade_mirrored_open is 'What a copy has open: its worth (copies.query) and whether it has ended (engine.query). Rows of copies alone are in it.';
comment on index ledger.trade_followers is 'Which open trades mirror one of a trader''s, when that one closes (findMirrored). Rows of copies alone are in it.';

comment on index ledger.client_order_pkey is 'One order by its id: written with its trade, and amended, cancelled and filled while it waits.';
comment on index ledger.order_client is 'A client''s orders, newest first (listOrders).';
comment on index ledger.order_working is 'What waits for its price, client by client: the engine that watches prices, and the most a client may have waiting. No market order is in it.';
comment on index ledger.order_day is 'Day orders by when they end, for the job that ends them. No market order is in it.';

comment on index ledger.fill_pkey is 'A trade''s fills: the price it was opened at, what its closes brought, and the proof of its price.';
comment on index ledger.quote_pkey is 'A quote by its id: checked with every fill, and written once by whichever batch uses it first.';

comment on index ledger.entry_pkey is 'One entry by its number, and the books in their order: statements, proofs, and the engine that reads on from where it was.';
comment on index ledger.entry_client is 'A client''s entries in their order: statements and balances at a date.';
comment on index ledger.entry_corrects is 'What corrected an entry. Corrections alone are in it.';
comment on index ledger.entry_plan_bought is 'The entry that a plan was bought by. Purchases alone are in it.';
comment on index ledger.entry_loan is 'The entries of a loan. Loans alone are in it.';
comment on index ledger.entry_manual is 'How many adjustments a client''s statement shows. Adjustments alone are in it.';
comment on index ledger.entry_adjustments is 'Adjustments, newest first, for staff. Adjustments alone are in it.';
comment on index ledger.entry_released is 'What a member of staff released lately, against their own limits. Entries that staff release money by are in it.';

comment on index ledger.command_pkey is 'The answer kept under a key: asked for every command of every batch, so that nothing happens twice.';

comment on index app.notification_pkey is 'A person''s notifications, newest first.';
comment on index app.notification_unread is 'How many of them are unread, and which are marked as read. What clients did themselves counts as read and is not in it.';
comment on index app.notification_age is 'Which are old enough to be deleted. One line for many rows, because they come in the order of their time.';

comment on index ledger.party_pkey is 'A person''s row by its id: locked by each of their commands, and read with every session.';
comment on index ledger.exposure_pkey is 'What a client has open of an instrument and a side, summed: moved by every open and close, and read for limits and margins.';

comment on index app.change_pkey is 'What changed since a number: read on by every process.';
comment on index app.change_at is 'Which changes are old enough to be deleted.';
