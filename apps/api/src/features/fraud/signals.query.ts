import { hash } from 'node:crypto';
import type { FraudSignal, FraudSignals, FraudSubject } from '@clearbook/contracts/fraud';
import {
  listSignals,
  ordered,
  payoutSignals,
  proofSignals,
  type Rule,
  ruleSignals,
  type Signal,
  staffNamedBy,
} from '@clearbook/domain/fraud';
import type { Pool } from 'pg';
import { readFindings } from '../screening/index.ts';
import { readPayoutFacts } from './payouts.query.ts';
import { readDocumentFacts, readProofFacts } from './proofs.query.ts';
import { readRuleSubject } from './rules.query.ts';
import { sentenceOf } from './sentences.ts';

export type Subject = { readonly what: FraudSubject; readonly id: string };
type Found = { readonly clientId: string; readonly signals: readonly Signal[] };

/** What looks like fraud in what is decided, from what is on record now. Undefined where there is no such record. */
async function findSignals(pool: Pool, subject: Subject, rules: readonly Rule[]): Promise<Found | undefined> {
  const [found, ruled] = await Promise.all([findBuiltIn(pool, subject), findRuled(pool, subject, rules)]);
  return found && { ...found, signals: ordered([...found.signals, ...ruled]) };
}

/** What the operator's own rules say of it. None is about a verification. */
async function findRuled(pool: Pool, { what, id }: Subject, rules: readonly Rule[]): Promise<Signal[]> {
  if (what === 'verification' || !rules.some(({ about }) => about === what)) return [];
  const subject = await readRuleSubject(pool, what, id);
  return subject === undefined ? [] : ruleSignals(rules, subject);
}

async function findBuiltIn(pool: Pool, { what, id }: Subject): Promise<Found | undefined> {
  if (what === 'withdrawal') {
    const facts = await readPayoutFacts(pool, id);
    return facts && { clientId: facts.clientId, signals: payoutSignals(facts) };
  }
  const found = await (what === 'deposit' ? readProofFacts(pool, id) : readDocumentFacts(pool, id));
  if (found === undefined) return undefined;
  const listed = what === 'deposit' ? [] : listSignals(await readFindings(pool, found.clientId));
  return { clientId: found.clientId, signals: ordered([...listed, ...proofSignals(found.images)]) };
}

/** The same as staff read it, with what was dismissed. Whom it is about besides the client only where they may see clients. */
export async function readSignals(
  pool: Pool,
  subject: Subject,
  seesClients: boolean,
  rules: readonly Rule[] = [],
): Promise<(FraudSignals & { clientId: string; staffNamed: ReadonlyMap<string, readonly string[]> }) | undefined> {
  const found = await findSignals(pool, subject, rules);
  if (found === undefined) return undefined;
  const [emails, dismissed] = await Promise.all([
    seesClients ? readEmails(pool, found.signals) : new Map<string, string>(),
    readDismissals(pool, subject.id),
  ]);
  const signals = found.signals.map((signal): FraudSignal => {
    const digest = digestOf(signal);
    return {
      kind: signal.kind,
      severity: signal.severity,
      text: sentenceOf(signal),
      since: signal.since.toISOString(),
      digest,
      records: recordsOf(subject, signal, emails),
      dismissed: dismissed.get(`${signal.kind} ${digest}`) ?? null,
    };
  });
  const flags = signals.filter(({ severity, dismissed: by }) => severity !== 'note' && by === null).length;
  const staffNamed = new Map(found.signals.map((signal) => [digestOf(signal), staffNamedBy(signal)]));
  return { clientId: found.clientId, signals, flags, staffNamed };
}

/** Names what a signal is about, so that a dismissal counts for nothing that came later: its records, and what it says. */
function digestOf(signal: Signal): string {
  const records = signal.related.map(({ clientId, recordId }) => `${clientId} ${recordId ?? ''}`).toSorted();
  // Which change of access it was is forgotten after a week: its moment is the same.
  const sentence = signal.kind === 'access_changed' ? '' : sentenceOf(signal);
  const said = JSON.stringify([signal.kind, signal.severity, signal.since.getTime(), sentence, records]);
  return hash('sha256', said).slice(0, 32);
}

function recordsOf(subject: Subject, { related }: Signal, emails: ReadonlyMap<string, string>): FraudSignal['records'] {
  return related.flatMap(({ clientId, recordId, what = subject.what }) => {
    const email = emails.get(clientId);
    return email === undefined ? [] : [{ what, id: recordId, user_id: clientId, user_email: email }];
  });
}

async function readEmails(pool: Pool, signals: readonly Signal[]): Promise<Map<string, string>> {
  const ids = new Set(signals.flatMap(({ related }) => related.map(({ clientId }) => clientId)));
  if (ids.size === 0) return new Map();
  const { rows } = await pool.query<{ id: string; email: string }>(
    'select id, email from app.user where id = any($1)',
    [[...ids]],
  );
  return new Map(rows.map(({ id, email }) => [id, email]));
}

async function readDismissals(pool: Pool, recordId: string): Promise<Map<string, FraudSignal['dismissed']>> {
  const { rows } = await pool.query<{ kind: string; facts: string; at: Date; email: string; reason: string }>(
    `select d.kind, d.facts, d.at, u.email, d.reason from app.signal_dismissal d join app.user u on u.id = d.staff_id where d.record_id = $1`,
    [recordId],
  );
  return new Map(
    rows.map(({ kind, facts, at, email, reason }) => [
      `${kind} ${facts}`,
      { at: at.toISOString(), by_email: email, reason },
    ]),
  );
}
