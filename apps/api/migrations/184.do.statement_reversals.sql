-- FS14: whether a credited payment was taken back is asked beside every payout.
create index statement_line_taken_back on app.statement_line (txid) where amount < 0 and txid is not null;
comment on index app.statement_line_taken_back is 'What a statement takes back of a payment.';
