import { instrument } from '@clearbook/domain/market';
import type { Pool } from 'pg';
import { integrityOf } from './features/integrity/index.ts';
import type { Market } from './features/market/index.ts';
import { type LogWitness, readProgress, readWitnesses } from './features/transparency/index.ts';
import { countOverdue } from './features/withdrawals/index.ts';
import type { Ledger } from './ledger/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Fitness } from './platform/fitness.ts';
import { freeBytes } from './platform/fitness.ts';
import { oldestWaiting } from './platform/mail/index.ts';
import { type Figure, gauges } from './platform/telemetry/index.ts';

/** What is read from the parts of the product when somebody asks for the metrics. */
export function figuresOf(parts: {
  readonly pool: Pool;
  readonly ledger: Pick<Ledger, 'depth'>;
  readonly market: Pick<Market, 'feedQuotes' | 'status'>;
  readonly fitness: Fitness;
  readonly clock: Clock;
  readonly dataDir: string;
  readonly witnesses: readonly LogWitness[];
}): Figure[] {
  const { pool, ledger, market, fitness, clock, dataDir, witnesses } = parts;
  return [
    { gauges: [gauges.ledgerQueue], read: () => gauges.ledgerQueue.set(ledger.depth()) },
    { gauges: [gauges.writable], read: () => gauges.writable.set(fitness.halt() === undefined ? 1 : 0) },
    {
      gauges: [gauges.connections],
      read: () => {
        gauges.connections.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
        gauges.connections.set({ state: 'idle' }, pool.idleCount);
        gauges.connections.set({ state: 'waiting' }, pool.waitingCount);
      },
    },
    { gauges: [gauges.quoteAge], read: () => noteQuoteAges(market, clock.now()) },
    {
      gauges: [gauges.outboxAge],
      read: async () => {
        const oldest = await oldestWaiting(pool);
        gauges.outboxAge.set(oldest === undefined ? 0 : (clock.now().getTime() - oldest.getTime()) / 1_000);
      },
    },
    {
      gauges: [gauges.logWaiting, gauges.checkpointAge],
      read: async () => {
        const { waiting, signedAt } = await readProgress(pool);
        gauges.logWaiting.set(waiting);
        gauges.checkpointAge.set(signedAt === null ? NaN : (clock.now().getTime() - signedAt.getTime()) / 1_000);
      },
    },
    {
      gauges: [gauges.witnessSilence],
      read: async () => {
        for (const { name, at } of await readWitnesses(pool, witnesses))
          gauges.witnessSilence.set(
            { witness: name },
            at === null ? NaN : (clock.now().getTime() - at.getTime()) / 1_000,
          );
      },
    },
    {
      gauges: [gauges.overduePayouts],
      read: async () => gauges.overduePayouts.set(await countOverdue(pool, clock.now())),
    },
    { gauges: [gauges.trialBalance], read: async () => gauges.trialBalance.set(await trialBalance(pool)) },
    { gauges: [gauges.clearing], read: async () => gauges.clearing.set(await clearingDifference(pool)) },
    {
      gauges: [gauges.findings, gauges.checkedAll],
      read: async () => {
        const { standing, allAt } = await integrityOf(pool);
        gauges.findings.set(standing);
        gauges.checkedAll.set(allAt.getTime() / 1_000);
      },
    },
    { gauges: [gauges.diskFree], read: async () => gauges.diskFree.set(await freeBytes(dataDir)) },
  ];
}

function noteQuoteAges(market: Pick<Market, 'feedQuotes' | 'status'>, now: Date): void {
  const newest = new Map<string, number>();
  for (const { symbol, receivedTime } of market.feedQuotes(now)) {
    const of = instrument(symbol).class;
    newest.set(of, Math.max(newest.get(of) ?? -Infinity, receivedTime.getTime()));
  }
  for (const { class: of, state } of market.status(now).classes) {
    // Of an open market without any quote, as old as this process: that nothing ever came is no reason to be silent.
    const ageMs = now.getTime() - (newest.get(of) ?? now.getTime() - process.uptime() * 1_000);
    gauges.quoteAge.set({ class: of }, state === 'closed' ? NaN : ageMs / 1_000);
  }
}

async function clearingDifference(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ cents: string }>('select held - due as cents from ledger.clearing');
  const [row] = rows;
  if (row === undefined) throw new Error('the books have no clearing account');
  return Number(row.cents);
}

/** Debits minus credits over all running totals, which the postings themselves are checked against at every commit. */
async function trialBalance(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ cents: string }>(
    `select (select sum(debit_balance) from ledger.house_account)
       + (select coalesce(sum(loan - cash - margin - withdrawing), 0) from ledger.party) as cents`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the books have no totals');
  return Number(row.cents);
}
