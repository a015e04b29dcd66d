-- What can be proposed is one list, in doors/proposal_acts.sql: a new act needs no new type. What a row of each act must hold is checked by
-- the door that writes it; that two people stand behind it stays a constraint of the table.
alter table ledger.proposal drop constraint proposal_sound;
alter table ledger.proposal alter column kind type text;
drop type ledger.proposal_kind;
alter table ledger.proposal add constraint proposal_sound check (
  lapses_at = proposed_at + interval '7 days'
  and (status = 'waiting') = (decided_by is null) and (decided_by is null) = (decided_at is null)
  and (decided_by is null or decided_by <> proposed_by and decided_by is distinct from client_id)
  and (status = 'refused') = (refusal is not null));
