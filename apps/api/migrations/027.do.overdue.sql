-- What may be overdue: what waits for its decision, and what was paid out and reported as not received. Few rows of a long table.
create index withdrawal_overdue on ledger.withdrawal (id) where not_received or status = 'pending';
