import { type RelatedClient, SHARED_KIND_NAMES, SHARED_KINDS, type SharedKind } from '@clearbook/contracts/relations';
import type { Pool } from 'pg';
import { SHARED } from '../fraud/index.ts';

/** Others that are shown; more say nothing more. */
const SHOWN_MAX = 50;
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
