import { type RelatedClient, SHARED_KIND_NAMES, SHARED_KINDS, type SharedKind } from '@clearbook/contracts/relations';
import type { Pool } from 'pg';

/** Others that are shown; more say nothing more. */
const SHOWN_MAX = 50;
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

type Row = {
  id: string;
  email: string;
  fullname: string;
  status: RelatedClient['status'];
  kind: SharedKind;
  count: number;
  since: Date;
};

/** Clients who share something with this one: those with the most kinds first. Of what the role includes, and never of staff. */
export async function listRelated(
  pool: Pool,
  clientId: string,
  permissions: ReadonlySet<string>,
): Promise<RelatedClient[]> {
  const kinds = SHARED_KIND_NAMES.filter((kind) => permissions.has(SHARED_KINDS[kind]));
  if (kinds.length === 0) return [];
  const shared = kinds.map((kind) => `select '${kind}' as kind, s.* from (${SHARED[kind]}) s`).join(' union all ');
  const { rows } = await pool.query<Row>(
    `select u.id, u.email, u.fullname, p.status, s.kind, s.count::int as count, s.since
     from (${shared}) s join app."user" u on u.id = s.client_id and u.role = 'client' join ledger.party p on p.id = u.id
     order by s.since, u.id`,
    [clientId],
  );
  const found = new Map<string, RelatedClient>();
  for (const { kind, count, since, ...person } of rows) {
    const client = found.get(person.id) ?? { ...person, shares: [] };
    client.shares.push({ kind, count, since: since.toISOString() });
    found.set(person.id, client);
  }
  return [...found.values()].toSorted((a, b) => b.shares.length - a.shares.length).slice(0, SHOWN_MAX);
}
