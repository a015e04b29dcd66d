-- Version 9, text 8274f2fde85f.
-- I14: an approval of identity documents is taken back by another person of staff, also where newer ones were declined (I28). Everything else about documents is not written here.
create or replace function ledger.check_verification(p_book smallint, b app.verification, a ledger.verification_image, s ledger.subject_sums, p_at timestamptz) returns text
language plpgsql as
$$
begin
  return case when (b.state = 'approved' or b.state = 'declined' and b.stands) and a.state = 'declined' and not a.stands and a.decided_at = p_at and a.decided_by <> b.user_id
    and ledger.may(a.decided_by, 'verification.decide')
    then null else 'I14' end;
end
$$;

create or replace function ledger.follow_verification(p_book smallint, p_rows ledger.verification_image[], p_at timestamptz) returns void
language sql as
$$ update app.user set is_verified = false where id in (select a.user_id from unnest(p_rows) a) $$;

-- In live mode by two people; and with it goes each of the documents that it was about.
create or replace function ledger.verify_verification(p_book smallint, p_rows ledger.verification_image[], p_at timestamptz) returns void
language plpgsql as
$$
begin
  if exists (select from app.instance where mode = 'live') and exists (
    select from unnest(p_rows) a where not exists (select from ledger.proposal q
      where q.kind = 'decline_verification' and q.client_id = a.user_id and q.subject_id = a.submission and ledger.approved_now(q.id))
  ) then
    raise exception 'ledger: an approval taken back by one person' using errcode = 'CB085';
  end if;
  if exists (select from app.verification_document d join unnest(p_rows) a on a.user_id = d.user_id where d.replaced_at is null and d.state <> 'declined') then
    raise exception 'ledger: a document that is still approved' using errcode = 'CB086';
  end if;
end
$$;

-- Whose it is and when it was replaced stays; the client reads why.
create or replace function ledger.check_verification_document(
  p_book smallint, b app.verification_document, a ledger.verification_document_image, s ledger.subject_sums, p_at timestamptz
) returns text
language sql as
$$ select case when b.id is not null and b.replaced_at is null and a.replaced_at is null and a.state = 'declined' and a.reason is not null then null else 'I14' end $$;

create or replace function ledger.verify_verification_document(p_book smallint, p_rows ledger.verification_document_image[], p_at timestamptz) returns void
language plpgsql as
$$
begin
  if exists (select from unnest(p_rows) a where not exists (
    select from app.verification v where v.user_id = a.user_id and v.state = 'declined' and v.xmin = pg_current_xact_id()::xid)
  ) then
    raise exception 'ledger: a document declined whose approval stands' using errcode = 'CB086';
  end if;
end
$$;

-- I25: where a client's money comes from is documented, or no longer, by two people.
create or replace function ledger.check_documented_funds(p_book smallint, b ledger.documented_funds, a ledger.documented_funds_image, s ledger.subject_sums, p_at timestamptz) returns text
language plpgsql as
$$
begin
  return case when a.at = p_at and a.documented is distinct from coalesce(b.documented, false)
    and exists (select from ledger.party p where p.book = p_book and p.id = a.client_id and p.kind = 'client') then null else 'I25' end;
end
$$;

create or replace function ledger.verify_documented_funds(p_book smallint, p_rows ledger.documented_funds_image[], p_at timestamptz) returns void
language plpgsql as
$$
begin
  if exists (select from unnest(p_rows) a where not exists (
    select from ledger.proposal q where q.kind = 'document_funds' and q.client_id = a.client_id and q.command ->> 'documented' = a.documented::text and ledger.approved_now(q.id))
  ) then
    raise exception 'ledger: a source of funds that one person decided about' using errcode = 'CB085';
  end if;
end
$$;

-- The former one knew no day.
drop function if exists ledger.client_level(smallint, uuid);

-- How well a client is known on a UTC day: by their email, by their documents, and by where their money comes from as well. Documents count through their last
-- day (I30).
create or replace function ledger.client_level(p_book smallint, p_client uuid, p_day date) returns text
language sql stable set search_path = ledger, pg_temp as
$$
  select case when not u.is_verified then 'email'
    when exists (select from app.identity_dates d where d.user_id = p_client and d.replaced_at is null and d.expires_on < p_day) then 'email'
    when exists (select from ledger.documented_funds f where f.book = p_book and f.client_id = p_client and f.documented) then 'funds' else 'identity' end
  from app.user u where u.id = p_client
$$;
