import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';
import { PATIENCE_MS } from './e2e/support/patience.ts';
import { failedLast } from './scripts/failed-last.ts';

const PG = '**/*.pg.test.ts';
const START = '**/*.start.test.ts';
const ALONE = '**/*.alone.test.ts';
const CLUSTER = './apps/api/test/cluster-setup.ts';
/** Every answer that a server of the tests gives is compared with the api's description. */
const ANSWERS = './apps/api/test/answers/each.ts';
const CORES = Math.max(2, availableParallelism());
/** A folder, where somebody reads afterwards what each test did. */
const REPORTS = process.env['TEST_REPORTS'];
const NEVER = ['**/node_modules/**', '**/dist/**'];
/** How long a test waits for what other processes and threads are about to do. A wait ends as soon as its condition holds. */
const PATIENT = { poll: { timeout: 15_000, interval: 20 } };

/**
 * What `npm test` runs of journeys and of whole processes, so that it ends within ten minutes on two cores: one round trip of money
 * and a trade, the connection and security; starting and stopping. `.ci/run` runs all the others.
 */
const JOURNEYS = ['round-trip', 'connection', 'pending-close', 'security'].map((name) => `e2e/${name}.test.ts`);
const LONG_PROCESSES = [
  '**/drills.start.test.ts',
  '**/live.start.test.ts',
  '**/seed.start.test.ts',
  '**/backup.start.test.ts',
  '**/embedded.start.test.ts',
  '**/given.start.test.ts',
  '**/manage.start.test.ts',
];
/** Tests on PostgreSQL and of the verifier that take half as long as all the others: `.ci/run` runs them. */
const LONG_TESTS = [
  'apps/api/src/adapters/feeds/live/live-feed.pg.test.ts',
  'apps/api/src/features/archives/full.pg.test.ts',
  'apps/api/src/features/archives/size.pg.test.ts',
  'apps/api/src/features/bots/bots.pg.test.ts',
  'apps/api/src/features/configuration/load.pg.test.ts',
  'apps/api/src/features/demo/demo.pg.test.ts',
  'apps/api/src/features/fraud/honest.pg.test.ts',
  'apps/api/src/features/integrity/tamper.pg.test.ts',
  'apps/api/src/features/integrity/witnessed.pg.test.ts',
  'apps/api/src/features/performance/equity.pg.test.ts',
  'apps/api/src/features/signals/signals.pg.test.ts',
  'apps/api/src/features/traders/many-copies.pg.test.ts',
  'apps/api/src/features/transparency/cosigning.pg.test.ts',
  'apps/api/src/features/transparency/faults.pg.test.ts',
  'apps/api/test/actions-recomputed.pg.test.ts',
  'apps/api/test/clients-recomputed.pg.test.ts',
  'apps/api/test/exports.pg.test.ts',
  'apps/api/test/insider.pg.test.ts',
  'apps/api/test/lost-notifications.pg.test.ts',
  'apps/api/test/orders-recomputed.pg.test.ts',
  'apps/api/test/tables.pg.test.ts',
  'packages/verify/test/falsifications.test.ts',
  'packages/verify/test/python.test.ts',
  'scripts/scale-books.pg.test.ts',
  'sim/sim.pg.test.ts',
];
const JOURNEY = {
  expect: { poll: { timeout: PATIENCE_MS, interval: 50 } },
  isolate: false,
  globalSetup: [CLUSTER, './e2e/support/setup.ts'],
  setupFiles: [ANSWERS, './e2e/support/why.ts'],
  testTimeout: 360_000,
  hookTimeout: 240_000,
};

/** Files that take longest, though others are larger: they begin first, so that none is left running alone at the end. */
const LONG = [
  'drills.start',
  'embedded.start',
  'accessibility',
  'round-trip',
  'ticket',
  'conformance/manage',
  'money-in-out',
  'hostile-text',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = LONG.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return found === -1 ? LONG.length : found;
    };
    return (await super.sort(files)).toSorted(
      (a, b) => a.project.config.sequence.groupOrder - b.project.config.sequence.groupOrder || place(a) - place(b),
    );
  }
}

/**
 * unit   pure code, no database, no network
 * pg     on real PostgreSQL: one throwaway server a run, one database a file (apps/api/test/database.ts)
 * start  whole processes: start, stop, kill, backup; two files at a time, each with data folders of its own
 * alone  the same, but with a time to keep: after the others, one at a time
 * e2e    people in a browser, two files at a time: each has a server of its own
 * long, start-rest, e2e-rest  the others of all three: left out of `npm test`, part of .ci/run and of `npm run accept`
 *
 * Where isolate is false, files share their worker's modules, and journeys its browser: a fifth of what unit and pg took was reading them anew.
 */
export default defineConfig({
  test: {
    maxWorkers: CORES,
    sequence: { sequencer: LongestFirst },
    reporters: [
      'default',
      ...(REPORTS ? [['json', { outputFile: join(REPORTS, `${process.pid}.json`) }] as const] : []),
      failedLast,
    ],
    projects: [
      {
        test: {
          name: 'unit',
          expect: PATIENT,
          include: [
            'packages/**/*.test.ts',
            'apps/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'sim/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          exclude: [...NEVER, PG, START, ALONE, ...LONG_TESTS],
          setupFiles: ANSWERS,
          isolate: false,
          // Against a test that never ends, not against a slow machine.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'pg',
          expect: PATIENT,
          include: [PG],
          exclude: [...NEVER, 'e2e/**', ...LONG_TESTS],
          isolate: false,
          globalSetup: CLUSTER,
          setupFiles: ANSWERS,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'long',
          expect: PATIENT,
          include: LONG_TESTS,
          exclude: NEVER,
          isolate: false,
          globalSetup: CLUSTER,
          setupFiles: ANSWERS,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'start',
          expect: PATIENT,
          include: [START],
          exclude: [...NEVER, ...LONG_PROCESSES],
          globalSetup: CLUSTER,
          setupFiles: ANSWERS,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'start-rest',
          expect: PATIENT,
          include: LONG_PROCESSES,
          exclude: NEVER,
          globalSetup: CLUSTER,
          setupFiles: ANSWERS,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'alone',
          expect: PATIENT,
          include: [ALONE],
          exclude: NEVER,
          globalSetup: CLUSTER,
          setupFiles: ANSWERS,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: JOURNEYS,
          exclude: NEVER,
          ...JOURNEY,
        },
      },
      {
        test: {
          name: 'e2e-rest',
          include: ['e2e/**/*.test.ts'],
          exclude: [...NEVER, ...JOURNEYS],
          ...JOURNEY,
        },
      },
    ],
  },
});
