import type { Pool } from 'pg';
import type { Config } from '../../platform/config.ts';
import type { Register } from '../../platform/http/index.ts';
import type { Market } from '../market/index.ts';
import { readAccount } from './account.query.ts';
import { readDocument } from './document.query.ts';
import { type DocumentDeps, printStatement } from './documents.ts';
import { readEntries } from './entries.query.ts';
import { readPeriods } from './periods.query.ts';
import { readStatement, statementRows } from './statement.query.ts';

export type StatementDeps = { readonly pool: Pool; readonly market: Market; readonly config: Pick<Config, 'mode'> };

export function statementRoutes(register: Register, { pool, market, config }: StatementDeps): void {
  register('GET /me/account', ({ actor, now }) => readAccount(pool, market, actor.userId, now, config.mode));
  register('GET /me/entries', ({ actor, query }) => readEntries(pool, actor.userId, query));
  register('GET /me/statements', ({ actor, query }) => readStatement(pool, actor.userId, query));
  register('GET /me/statements.csv', ({ actor, query }) => Promise.resolve(statementRows(pool, actor.userId, query)));
}

/** Statements of periods, as figures and as PDF. */
export function documentRoutes(register: Register, deps: DocumentDeps): void {
  const { pool } = deps;
  register('GET /me/statements/periods', async ({ actor, now }) => ({
    periods: await readPeriods(pool, actor.userId, now),
  }));
  register('GET /me/statements/:period', async ({ actor, params, now }) => {
    const { document } = await readDocument(pool, actor.userId, params.period, now);
    return document;
  });
  register('GET /me/statements/:period/document.pdf', ({ actor, params, query, now }) =>
    printStatement(deps, { clientId: actor.userId, period: params.period, paper: query.paper ?? 'a4', now }),
  );
}
