-- G93: whose data a kept answer shows. Erasing a person read every answer there is for their number, which after some years took longer than a statement may.
alter table app.reply add column client_id uuid;
update app.reply r set client_id = r.actor_id from ledger.party p where p.id = r.actor_id and p.kind = 'client';
-- What staff were answered, by the numbers in it. One that shows two clients would be found by one of them only, so it goes: asked for again, it's made again from the books.
with shown as (
  select r.actor_id, r.key, array_agg(distinct p.id) as clients
  from app.reply r cross join lateral regexp_matches(r.reply::text, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g') as found
  join ledger.party p on p.id = found[1]::uuid and p.kind = 'client'
  where r.client_id is null group by r.actor_id, r.key
), gone as (
  delete from app.reply r using shown s where r.actor_id = s.actor_id and r.key = s.key and cardinality(s.clients) > 1
)
update app.reply r set client_id = s.clients[1] from shown s where r.actor_id = s.actor_id and r.key = s.key and cardinality(s.clients) = 1;
create index reply_client on app.reply (client_id) where client_id is not null;
comment on index app.reply_client is 'The answers that show one client, which go when they are erased.';
-- And so did finding the documents that others have replaced.
create index verification_document_of on app.verification_document (user_id);
comment on index app.verification_document_of is 'All documents of one client, also those that were replaced, which go when they are erased.';
