-- The price at which late proof arrived, and where it came from: what the payment is credited at (docs/spec/funding.md).
alter table ledger.deposit
  add column late_rate bigint check (late_rate > 0),
  add column late_rate_source text,
  add constraint deposit_late_rate check ((late_rate is null) = (late_rate_source is null) and (late_rate is null or proof_at > expires_at));
