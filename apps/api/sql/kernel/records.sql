-- Version 2, text a68da603012e.
-- What is put on record beside the rows of a batch: by people who have books or act on them, and now.
create or replace function ledger.check_audit(p_book smallint, b ledger.audit, a ledger.audit_image, s ledger.subject_sums, p_at timestamptz) returns text
language plpgsql as
$$
begin
  return case when a.at = p_at and exists (select 1 from ledger.party p where p.book in (0, p_book) and p.id = a.actor_id) then null else 'L24' end;
end
$$;

create or replace function ledger.check_note(p_book smallint, b app.note, a ledger.note_image, s ledger.subject_sums, p_at timestamptz) returns text
language plpgsql as
$$
begin
  return case when a.at = p_at and (b.subject_id is null or b.client_id = a.client_id) then null else 'L24' end;
end
$$;
