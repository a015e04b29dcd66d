import { type Rule, type RuleAbout, ruleHolds } from '@clearbook/domain/fraud';
import { type PastRecord, type Reader, readPastRecords } from './rules.query.ts';

/** From one moment, and before the other. */
type Period = { readonly from: Date; readonly before: Date };
/** What one rule would have marked, and what has become of it. `other` is still open, or ended without a decision of staff. */
export type RuleRun = Pick<Rule, 'name' | 'about' | 'severity'> & {
  readonly records: number;
  readonly flagged: number;
  readonly approved: number;
  readonly rejected: number;
  readonly other: number;
  readonly ids: readonly string[];
};

const PAGE = 500;
/** So many records of each rule are named. */
const IDS = 10;
/** A payout that came back had been approved. */
const APPROVED = new Set(['approved', 'returned']);

type Counts = { flagged: number; approved: number; rejected: number; ids: string[] };

/** What each rule would have marked in the past, by reading alone: a page of records after the other, and each as it was at its moment. */
export async function dryRun(
  reader: Reader,
  rules: readonly Rule[],
  period: Period,
  pageSize = PAGE,
): Promise<RuleRun[]> {
  const counts = new Map(rules.map((rule) => [rule, { flagged: 0, approved: 0, rejected: 0, ids: [] as string[] }]));
  const records: Record<RuleAbout, number> = { withdrawal: 0, deposit: 0 };
  for (const about of new Set(rules.map((rule) => rule.about))) {
    for await (const record of past(reader, about, period, pageSize)) {
      records[about] += 1;
      for (const [rule, count] of counts) if (ruleHolds(rule, record.subject)) add(count, record);
    }
  }
  return [...counts].map(([{ name, about, severity }, { flagged, approved, rejected, ids }]) => {
    const other = flagged - approved - rejected;
    return { name, about, severity, records: records[about], flagged, approved, rejected, other, ids };
  });
}

async function* past(reader: Reader, about: RuleAbout, period: Period, limit: number): AsyncGenerator<PastRecord> {
  let after: PastRecord | null = null;
  do {
    const page: PastRecord[] = await readPastRecords(reader, about, { ...period, after, limit });
    yield* page;
    after = page.length < limit ? null : (page.at(-1) ?? null);
  } while (after !== null);
}

function add(count: Counts, { id, status }: PastRecord): void {
  count.flagged += 1;
  if (APPROVED.has(status)) count.approved += 1;
  if (status === 'rejected') count.rejected += 1;
  if (count.ids.length < IDS) count.ids.push(id);
}
