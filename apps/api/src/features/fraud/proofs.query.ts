import type { ImageMatch, ProofFacts } from '@clearbook/domain/fraud';
import type { Pool } from 'pg';

type Subject = { readonly clientId: string; readonly images: ProofFacts };
type ImageRow = {
  owner_id: string;
  kind: 'proof' | 'identity' | 'funds';
  exact: boolean;
  at: Date;
  record_id: string | null;
  own: boolean;
  same_amount: boolean;
  same_file_by: number;
};

/** Bits that a picture may differ in from one that it is made from. */
const NEAR_BITS = 6;
/** Amounts that differ by less than one part of so many are the same: a forger gets as near as whole cents allow. */
const AMOUNT_PARTS = 1_000;
/** So many matches are named. */
const MATCHES_MAX = 50;

const PAYMENTS = `
  select distinct on (txid, deposit_id) deposit_id, client_id, txid, same_output, at from (
    select o.deposit_id, o.client_id, o.txid, o.at,
      coalesce(o.output_index = t.output_index, o.output_index is null and t.output_index is null) as same_output
    from app.payment_try t join app.payment_try o on o.txid = t.txid and o.deposit_id <> t.deposit_id where t.deposit_id = $1
    union all
    select p.deposit_id, d.client_id, p.txid, d.decided_at, coalesce(p.output_index = t.output_index, true)
    from app.payment_try t cross join lateral (
      select c.deposit_id, c.txid, c.output_index from ledger.credited_payment c
      where c.method in ('bitcoin', 'ethereum', 'tether') and c.txid = t.txid and c.deposit_id <> t.deposit_id) p
    join ledger.deposit d on d.id = p.deposit_id where t.deposit_id = $1) found
  order by txid, deposit_id, same_output desc, at limit $2`;

/** What is on record about a deposit's proof and payment. Undefined where there is no such deposit. */
export async function readProofFacts(pool: Pool, id: string): Promise<Subject | undefined> {
  const { rows } = await pool.query<{ client_id: string; proof_file: string | null; pay_units: string | null }>(
    'select client_id, proof_file, pay_units from ledger.deposit where id = $1',
    [id],
  );
  const [deposit] = rows;
  if (deposit === undefined) return undefined;
  const files = deposit.proof_file === null ? [] : [deposit.proof_file];
  const [{ matches, sameFileBy }, payments] = await Promise.all([
    readMatches(pool, files, { id, units: deposit.pay_units }),
    pool.query<{ deposit_id: string; client_id: string; txid: string; same_output: boolean; at: Date }>(PAYMENTS, [
      id,
      MATCHES_MAX,
    ]),
  ]);
  return {
    clientId: deposit.client_id,
    images: {
      of: 'proof',
      matches,
      sameFileBy,
      payments: payments.rows.map((row) => ({
        clientId: row.client_id,
        recordId: row.deposit_id,
        at: row.at,
        txid: row.txid,
        sameOutput: row.same_output,
      })),
    },
  };
}

/** What is on record about the documents that a client sent, of who they are and of where their money comes from. Undefined where there are none. */
export async function readDocumentFacts(pool: Pool, clientId: string): Promise<Subject | undefined> {
  const { rows } = await pool.query<{ file_id: string | null }>(
    `select d.file_id from app.verification v left join app.verification_document d on d.user_id = v.user_id and d.replaced_at is null
     where v.user_id = $1
     union all select f.file_id from app.verification v join app.funds_document f on f.user_id = v.user_id where v.user_id = $1`,
    [clientId],
  );
  if (rows.length === 0) return undefined;
  const files = rows.flatMap(({ file_id: file }) => (file === null ? [] : [file]));
  const { matches, sameFileBy } = await readMatches(pool, files, { id: null, units: null });
  // A person's own passport resembles itself: of documents only those of others count.
  return { clientId, images: { of: 'document', matches: matches.filter(({ own }) => !own), sameFileBy, payments: [] } };
}

/** Pictures that are the same, whatever they were sent as, and those of the same kind that look alike, each with what it was sent for: from two indexes and never from all files. */
async function readMatches(
  pool: Pool,
  files: readonly string[],
  deposit: { readonly id: string | null; readonly units: string | null },
): Promise<Pick<ProofFacts, 'matches' | 'sameFileBy'>> {
  if (files.length === 0) return { matches: [], sameFileBy: 0 };
  const { rows } = await pool.query<ImageRow>(
    `with mine as (select id, owner_id, kind, sha256, look from app.file where id = any($1::uuid[])),
     found as (
       select o.id, o.owner_id, o.kind, o.created_at, true as exact, 0 as bits, m.owner_id = o.owner_id as own from mine m join app.file o on o.sha256 = m.sha256 and o.kind in ('proof', 'identity', 'funds')
       union all
       (select o.id, o.owner_id, o.kind, o.created_at, false, bit_count((o.look # m.look)::bit(64))::int, m.owner_id = o.owner_id
        from mine m join app.file o on app.look_quarters(o.look) && app.near_quarters(m.look) and o.kind = m.kind
        where o.look is not null and o.sha256 <> m.sha256 and bit_count((o.look # m.look)::bit(64)) <= $2 limit $3))
     select f.owner_id, f.kind, f.exact, coalesce(d.proof_at, f.created_at) as at, f.own,
       (select count(distinct e.owner_id) from found e where e.exact and not e.own)::int as same_file_by,
       coalesce(abs(d.pay_units - $5::bigint) * ${AMOUNT_PARTS} <= $5::bigint, false) as same_amount,
       case when f.kind = 'proof' then d.id when f.own then null else f.owner_id end as record_id
     from found f left join ledger.deposit d on f.kind = 'proof' and d.client_id = f.owner_id and d.proof_file = f.id and d.id is distinct from $4::uuid
     where not f.own or d.id is not null
     order by f.bits, at limit $3`,
    [files, NEAR_BITS, MATCHES_MAX, deposit.id, deposit.units],
  );
  const matches = rows.map((row): ImageMatch => ({
    clientId: row.owner_id,
    recordId: row.record_id,
    what: row.kind === 'proof' ? 'deposit' : 'verification',
    at: row.at,
    own: row.own,
    exact: row.exact,
    sameAmount: row.same_amount,
  }));
  return { matches, sameFileBy: rows[0]?.same_file_by ?? 0 };
}
