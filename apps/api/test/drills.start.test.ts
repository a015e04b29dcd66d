import { afterEach, describe, expect, it } from 'vitest';
import { emptyDatabase } from './database.ts';
import { tradeBesideCrowd } from './drills/crowded.ts';
import { badInput } from './drills/bad-input.ts';
import { hostileImages } from './drills/hostile-images.ts';
import { downtime } from './drills/downtime.ts';
import { killWhileCopying } from './drills/copies.ts';
import { killWhileLinked } from './drills/linked.ts';
import { killPostgres, killServers } from './drills/kills.ts';
import { thiefsHour } from './drills/thief.ts';
import { raceDecisions, raceWithdrawals, sameKey } from './drills/races.ts';
import { openSite } from './site.ts';
import type { SiteOptions } from './site.ts';

/** Samples of the long drills, so that every run of the tests has them in short; `npm run accept` runs them in full. */
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function open(options: SiteOptions) {
  const database = options.processes === 2 ? await emptyDatabase() : undefined;
  if (database) closing.push(() => database.drop());
  const site = await openSite({ ...options, ...(database && { databaseUrl: database.url }) });
  closing.push(() => site.close());
  return site;
}

function sampled(line: string, found: { ok: boolean; figures: string }): void {
  process.stdout.write(`sample of "${line}": ${found.figures}\n`);
  expect(found, found.figures).toMatchObject({ ok: true });
}

describe('samples of what npm run accept proves in full', () => {
  it('[L17] two processes on one database: of fifty withdrawals of everything one is held; a key has one effect and one answer; a decision is taken once', async () => {
    const site = await open({ processes: 2, rateLimits: true });
    sampled('50 withdrawals of everything at once, 200 rounds', await raceWithdrawals(site, { rounds: 5 }));
    sampled('approve and reject together, 200 rounds', await raceDecisions(site, { rounds: 5, deposits: 2 }));
    sampled('the same key 100 times, and again after a restart', await sameKey(site, { times: 20 }));
  });

  it('[Y12] a client with a daily-loss limit and 199 open trades slows nobody', async () => {
    const site = await open({ processes: 1, rateLimits: false });
    sampled('the neighbours of a crowded client', await tradeBesideCrowd(site, { rounds: 2, orders: 12 }));
  });

  it('[L18] kill -9 of one of two servers under load loses nothing that was acknowledged and doubles nothing', async () => {
    sampled(
      'kill -9 of the server, 20 rounds, two processes',
      await killServers(await open({ processes: 2 }), { rounds: 2 }),
    );
  });

  it('[L18] kill -9 of the only server, and of PostgreSQL, neither', async () => {
    const site = await open({ processes: 1 });
    sampled('kill -9 of the server, 20 rounds, one process', await killServers(site, { rounds: 1, seed: 3 }));
    sampled('kill -9 of PostgreSQL, 5 rounds', await killPostgres(site, { rounds: 2, seed: 4 }));
  });

  it('[C12] kill -9 while copies are mirrored leaves nobody half-copied', async () => {
    sampled(
      'kill -9 while copying, 12 rounds',
      await killWhileCopying(await open({ processes: 2 }), { rounds: 2, copiers: 12 }),
    );
  });

  it('[T80] [T81] kill -9 while quotes reach linked orders fills one of the two and cancels the other', async () => {
    sampled(
      'kill -9 while linked orders go off, 200 rounds',
      await killWhileLinked(await open({ processes: 2 }), { rounds: 3 }),
    );
  });

  it('[W16] kill -9 while orders and stops wait leaves each at the quote that reached it', async () => {
    const database = await emptyDatabase();
    closing.push(() => database.drop());
    const site = { databaseUrl: database.url };
    sampled(
      'downtime on replayed candles, two processes',
      await downtime({ processes: 2, waiting: 24, trailing: 60, kills: 2 }, site),
    );
  });

  it('[A82] bad input is refused with a word about the field, changes nothing, and is never an error of the server', async () => {
    sampled(
      'bad input to every route',
      await badInput(await open({ processes: 1 }), { every: 20, runs: 10, texts: 20 }),
    );
  });

  it('[A113] a stolen session takes no money out and locks nobody out', async () => {
    sampled('a thief’s hour', await thiefsHour(await open({ processes: 1 }), { every: 40 }));
  });

  it('[A100] hostile pictures are refused or drawn anew, quickly, and without the server growing', async () => {
    sampled('hostile pictures', await hostileImages(await open({ processes: 1 }), { inFull: false }));
  });
});
