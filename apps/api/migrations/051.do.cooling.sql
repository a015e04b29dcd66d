-- A hold that a change of access places by itself has nobody who placed it (docs/spec/funding.md, F49).
alter table ledger.hold alter column placed_by drop not null, alter column set_by drop not null;
alter table ledger.hold drop constraint hold_by_others, drop constraint hold_renewed;
alter table ledger.hold
  add constraint hold_by_others check (client_id is distinct from placed_by and client_id is distinct from set_by and lifted_by is distinct from client_id),
  add constraint hold_renewed check (set_at >= placed_at and (renewals > 0 or set_at = placed_at and set_by is not distinct from placed_by)),
  -- Nobody of the staff can make one, and none can be made longer by them.
  add constraint hold_automatic check (
    (placed_by is null) = (set_by is null) and (placed_by is not null or code = 'security_cooling' and ends_at = set_at + interval '24 hours'));
