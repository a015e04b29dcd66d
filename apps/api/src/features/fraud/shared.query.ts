import type { SharedKind } from '@clearbook/contracts/relations';

/** Of one kind and client: a branch of a bank, or a school's computer, is shared by many. */
const LOOKED_AT = 500;

/** Of each kind: whom ($1 is the client) it is shared with, how many of it, and since when. Each goes by an index on what is shared. */
export const SHARED: Readonly<Record<SharedKind, string>> = {
  destination: `
    select o.client_id, count(distinct app.destination_of(o.body)) as count, min(greatest(o.at, n.at)) as since
    from app.note n join app.note o on o.kind = 'destination' and app.destination_of(o.body) = app.destination_of(n.body) and o.client_id <> n.client_id
    where n.client_id = $1 and n.kind = 'destination' and app.destination_of(n.body) is not null group by 1 limit ${LOOKED_AT}`,
  payment: `
    select o.client_id, count(distinct o.txid) as count, min(greatest(o.at, t.at)) as since
    from app.payment_try t join app.payment_try o on o.txid = t.txid and o.client_id <> t.client_id
    where t.client_id = $1 group by 1 limit ${LOOKED_AT}`,
  picture: `
    select o.owner_id as client_id, count(distinct o.sha256) as count, min(greatest(o.created_at, f.created_at)) as since
    from app.file f join app.file o on o.sha256 = f.sha256 and o.owner_id <> f.owner_id and o.kind in ('proof', 'identity', 'funds')
    where f.owner_id = $1 and f.kind in ('proof', 'identity', 'funds') group by 1 limit ${LOOKED_AT}`,
  device: `
    select o.user_id as client_id, count(*) as count, min(greatest(o.first_seen_at, d.first_seen_at)) as since
    from app.known_device d join app.known_device o on o.device_hash = d.device_hash and o.user_id <> d.user_id
    where d.user_id = $1 group by 1 limit ${LOOKED_AT}`,
};
