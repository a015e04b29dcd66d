import type { Pool } from 'pg';
import type { Logger } from '../../platform/log.ts';
import { mailStaff } from '../../platform/mail/mail-staff.ts';
import { transaction } from '../../platform/transaction.ts';

/** One row that is not what it has to be, by its table and key. */
export type Finding = { readonly relation: string; readonly key: string; readonly fault: string };
export type IntegrityDeps = { readonly pool: Pool; readonly log: Pick<Logger, 'error'> };

/** Of what did not come to its end within its time. It is named and left until the next walk, so that what comes after it has its turn. */
export const NOT_LOOKED_THROUGH = 'not looked through, because that took too long';
/** Where such a part is of more than one table. */
export const WHOLE_LEDGER = 'ledger';

/** Keeps, logs and tells all staff what was not known yet, and says of the rest that it was seen again. */
export async function keep({ pool, log }: IntegrityDeps, findings: readonly Finding[], now: Date): Promise<void> {
  if (findings.length === 0) return;
  await transaction(pool, async (client) => {
    // A row that was inserted has no xmax; one that was there has this transaction's.
    const { rows } = await client.query<Finding & { isNew: boolean }>(
      `insert into app.integrity_finding as f (relation, key, fault, found_at, seen_at)
       select distinct relation, key, fault, $2::timestamptz, $2::timestamptz from json_to_recordset($1) as x(relation text, key text, fault text)
       on conflict (relation, key, fault) where gone_at is null do update set seen_at = greatest(f.seen_at, excluded.seen_at)
       returning relation, key, fault, xmax = 0 as "isNew"`,
      [JSON.stringify(findings), now],
    );
    const found = rows.filter(({ isNew }) => isNew).map(({ relation, key, fault }) => ({ relation, key, fault }));
    const isLeft = ({ fault }: Finding): boolean => fault.endsWith(NOT_LOOKED_THROUGH);
    for (const finding of found)
      log.error(
        finding,
        isLeft(finding) ? 'a check of the books took too long' : 'the books do not agree with their own record',
      );
    const broken = found.filter((finding) => !isLeft(finding));
    const [first] = broken;
    if (first === undefined) return;
    const values = { count: String(broken.length), first: `${first.relation} ${first.key} (${first.fault}).` };
    await mailStaff(client, { template: 'books-differ', values }, now);
  });
}

/** What a whole walk that began then did not see any more is gone, and stays on record: but for what it could not look through. */
export async function markGone(pool: Pool, began: Date, now: Date): Promise<void> {
  await pool.query(
    `update app.integrity_finding f set gone_at = $2 where gone_at is null and seen_at < $1 and not exists (
       select from app.integrity_finding n where n.gone_at is null and n.seen_at >= $1 and n.relation in (f.relation, $3) and n.fault like '%' || $4)`,
    [began, now, WHOLE_LEDGER, NOT_LOOKED_THROUGH],
  );
}
