import { tool } from '../phases.ts';
import { command, resultOf } from './command.ts';
import type { Result, Row } from './row.ts';
import { tested } from './tested.ts';

const BANK_FILE_SECONDS = 10;
const HONEST = 10_000;

/** What staff of an operator rely on, line by line; queues, searches, the day's close and configuration under load have rows of their own. */
export const backOffice: readonly Row[] = [
  {
    name: 'roles',
    ...tested(
      'e2e*',
      'A day in each role, by visible names; what a role doesn’t include is on none of its screens, and every route beyond it answers 403 to it',
      ['e2e/day-in-each-role.test.ts'],
    ),
  },
  {
    name: 'staff-live',
    ...tested(
      'e2e*',
      'Overview and queues change by themselves in two browsers; a change of the configuration is proposed, approved, in effect without a restart, shown with its history and reverted',
      ['e2e/reconciliation.test.ts', 'e2e/queues.test.ts', 'e2e/configuration.test.ts'],
    ),
  },
  {
    name: 'exposure',
    ...tested(
      'pg',
      'Exposure and the house’s figures equal a recount of every posting',
      ['apps/api/src/features/overview/overview.pg.test.ts'],
      '\\[OV[1-5]\\]',
    ),
  },
  {
    name: 'erasure',
    ...tested(
      'start*',
      'Nothing of an erased person is in the database, in a file or in what the server wrote, but what the retention table names',
      ['apps/api/test/retention.start.test.ts'],
    ),
  },
  {
    name: 'bank-file',
    title: `A bank’s file of 10,000 lines is matched in at most ${BANK_FILE_SECONDS} s, differences named`,
    run: bankFile,
  },
  {
    name: 'frauds',
    title: `Planted frauds raise their signal where they are decided on; of ${HONEST.toLocaleString('en')} honest clients fewer than 2 % are flagged`,
    seconds: 300,
    run: frauds,
  },
];

async function bankFile(): Promise<Result> {
  const file = 'apps/api/src/features/reconciliation/reconciliation.pg.test.ts';
  const ran = await command(tool('vitest/vitest.mjs', 'run', '--project', 'pg', file));
  const { ok, figures } = resultOf(ran);
  const seconds = /^10,000 lines imported and matched in ([\d.]+) s$/m.exec(ran.output)?.[1];
  return {
    ok: ok && seconds !== undefined && Number(seconds) <= BANK_FILE_SECONDS,
    figures: `${figures}; ${seconds ?? 'no figure of'} s`,
  };
}

async function frauds(): Promise<Result> {
  const folder = 'apps/api/src/features/fraud';
  const ran = await command(tool('vitest/vitest.mjs', 'run', '--project', 'pg', '--project', 'long', folder), {
    HONEST: String(HONEST),
  });
  const { ok, figures } = resultOf(ran);
  const flagged = /^\d+ of \d+ honest clients flagged.*$/m.exec(ran.output)?.[0];
  return {
    ok: ok && flagged?.includes(`of ${HONEST} `) === true,
    figures: [figures, flagged ?? 'no figure'].join('; '),
  };
}
