import type { Pool } from 'pg';
import { withLease } from '../../platform/lease.ts';
import type { Logger } from '../../platform/log.ts';
import type { Market } from '../market/index.ts';
import { DEMO_DESK, demoClient, ensureDemoPerson } from './demo-people.ts';
import { createRun, live, PLANS, type StoryParts } from './demo-story.ts';

export type DemoSeedParts = Omit<StoryParts, 'signal' | 'market'> & {
  /** False in live mode and with SEED_DEMO=false. */
  readonly wanted: boolean;
  readonly pool: Pool;
  readonly market: Pick<Market, 'quote' | 'status' | 'onTick'>;
  readonly log: Logger;
};

export type DemoSeed = {
  /** Starts in the background and returns right away. */
  start(): void;
  /** Resolves when it has finished. */
  done(): Promise<void>;
  /** Lets the command under way finish and sends no more. */
  stop(): Promise<void>;
};

/** The last command. If its key is known, everything before it has happened. */
const LAST = { client: PLANS.length, name: 'last', amount: 1_000_000n } as const;
/** Feeds that come over a network need a moment for their first price. Without any, there are no trades. */
const FIRST_PRICE_MS = 10_000;

/**
 * Gives a new demo database its demo clients, once. Every step is a command under a key of its own, so a run that was cut off goes on at
 * the next start, and a second run changes nothing.
 */
export function createDemoSeed(parts: DemoSeedParts): DemoSeed {
  const controller = new AbortController();
  const { signal } = controller;
  let running = Promise.resolve();
  return {
    start() {
      if (!parts.wanted) return;
      running = seed({ ...parts, signal }).catch((error: unknown) => {
        if (!signal.aborted)
          parts.log.warn({ err: error }, 'the demo data is not complete and will be continued at the next start');
      });
    },
    done: () => running,
    async stop() {
      controller.abort();
      await running;
    },
  };
}

async function seed(parts: DemoSeedParts & StoryParts): Promise<void> {
  const { pool, log } = parts;
  if (await isSeeded(pool)) return;
  await firstPrice(parts);
  await withLease(pool, 'demoSeed', async () => {
    if (await isSeeded(pool)) return;
    const began = performance.now();
    await fill(parts);
    log.info({ ms: Math.round(performance.now() - began) }, 'the demo clients are ready');
  });
}

async function fill(parts: DemoSeedParts & StoryParts): Promise<void> {
  const { pool, clock, signal } = parts;
  const staffId = await ensureDemoPerson(pool, DEMO_DESK, clock.now());
  const clientIds: (string | undefined)[] = [];
  for (const index of PLANS.keys()) {
    signal.throwIfAborted();
    clientIds.push(await ensureDemoPerson(pool, demoClient(index + 1), clock.now()));
  }
  // Settled, not all: nothing may still be running when the lock is released.
  const lives = await Promise.allSettled(
    PLANS.map(async (plan, index) => {
      const clientId = clientIds[index];
      if (clientId && staffId) await live(parts, { number: index + 1, clientId, staffId }, plan);
    }),
  );
  for (const each of lives) if (each.status === 'rejected') throw each.reason;
  const lastId = clientIds[LAST.client - 1];
  if (lastId) await createRun(parts)({ kind: 'top_up', clientId: lastId, amount: LAST.amount }, LAST.name, lastId);
}

async function isSeeded(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query(
    'select from ledger.command c join app.user u on u.id = c.party_id where u.email = $1 and c.key = $2',
    [demoClient(LAST.client).email, `seed:${LAST.name}`],
  );
  return rowCount === 1;
}

/** Resolves with the first price of the market, or without one when that takes too long. */
async function firstPrice({ market, clock, signal }: DemoSeedParts & StoryParts): Promise<void> {
  if (signal.aborted || market.status(clock.now()).ok) return;
  await new Promise<void>((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      leave();
      resolve();
    };
    const timer = setTimeout(finish, FIRST_PRICE_MS);
    const leave = market.onTick(finish);
    signal.addEventListener('abort', finish, { once: true });
  });
}
