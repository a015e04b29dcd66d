import { messages } from '@clearbook/contracts/messages';
import type { Pool } from 'pg';
import type { Ledger } from '../../ledger/index.ts';
import type { Config } from '../../platform/config.ts';
import type { FileStore } from '../../platform/files/index.ts';
import { Problem, type Register } from '../../platform/http/index.ts';
import { makeProposal } from '../books/index.ts';
import { shownProposal } from '../proposals/index.ts';
import { found } from './found.ts';
import { readFundsDocuments } from './funds-documents.query.ts';
import { findVerification } from './identity.query.ts';
import { reviewFundsDocuments } from './review-funds-documents.ts';
import { submitFundsDocuments } from './submit-funds-documents.ts';

type Deps = {
  readonly pool: Pool;
  readonly files: FileStore;
  readonly ledger: Ledger;
  readonly config: Pick<Config, 'mode'>;
};

/** Documents that show where a client's money comes from, and saying that they do. */
export function fundsRoutes(register: Register, deps: Deps): void {
  const { pool, ledger, config } = deps;

  register('GET /identity/source-of-funds', ({ actor }) => readFundsDocuments(pool, actor.userId));

  register('POST /identity/source-of-funds', async ({ actor, files, now }) => {
    await submitFundsDocuments(deps, actor.userId, files, now);
    return readFundsDocuments(pool, actor.userId);
  });

  register('GET /admin/verifications/:id/source-of-funds', async ({ params, now }) => {
    found(await findVerification(pool, params.id, now));
    return readFundsDocuments(pool, params.id);
  });

  register('POST /admin/verifications/:id/source-of-funds/review', async ({ actor, params, body, now }) => {
    await reviewFundsDocuments(pool, { staffId: actor.userId, clientId: params.id, newest: body.newest, now });
    return readFundsDocuments(pool, params.id);
  });

  // Always by two people, as whatever widens what one client may do.
  register('POST /admin/users/:id/source-of-funds', async (request) => {
    const { actor, params, body, now } = request;
    if (config.mode === 'demo') throw new Problem(409, 'funds.demo', messages.identity.demoHasNoLevels);
    const command = { kind: 'document_funds' as const, clientId: params.id, documented: body.documented };
    const id = await makeProposal(ledger, { command, reason: body.reason }, request);
    return shownProposal(pool, id, actor, now);
  });
}
