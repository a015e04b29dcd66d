import type pg from 'pg';
import { openAsOperator } from '../apps/api/src/platform/database/operator.ts';
import { runPrepare } from '../apps/api/src/platform/database/run-prepare.ts';
import { PlainError } from '../apps/api/src/platform/plain-error.ts';
import { readOnly, runCommand, takesAtMost } from './command.ts';

/** `npm run books -- list` and `npm run books -- add`: the books that clients come into, beside a running server or without one. */
await runCommand(async (config, log, args) => {
  const usage = 'Say what to do: npm run books -- list, or npm run books -- add';
  takesAtMost(1, args, usage);
  const [verb] = args;
  if (verb !== 'add' && verb !== 'list') throw new PlainError(usage);
  const access = await openAsOperator(config, log);
  try {
    if (verb === 'add') {
      const { mode, market, marketSeed, books } = config;
      await runPrepare({ ...access.logins, instance: { mode, market, marketSeed, books }, addBook: true });
    }
    await readOnly(access, list);
  } finally {
    await access.close();
  }
});

async function list(reader: pg.Client): Promise<void> {
  const { rows } = await reader.query<{ book: number; open: boolean; clients: string; number: string }>(
    'select b.book, b.open, b.clients, h.number from ledger.book b join ledger.head h on h.book = b.book order by b.book',
  );
  for (const { book, open, clients, number } of rows)
    process.stdout.write(
      `book ${book}: ${clients} clients, ${number} entries${open ? '' : ', takes no new clients'}\n`,
    );
}
