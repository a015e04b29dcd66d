import { CONFIG_PERMISSIONS } from '@clearbook/contracts/configuration';
import { messages } from '@clearbook/contracts/messages';
import { CONFIGURABLE, type Configure, effectFrom } from '@clearbook/domain/configuration';
import type { Pool } from 'pg';
import type { Ledger } from '../../ledger/index.ts';
import { Problem, type Register, requirePermission } from '../../platform/http/index.ts';
import { checkWording } from '../mailbox/index.ts';
import { makeProposal } from '../books/index.ts';
import { shownProposal } from '../proposals/index.ts';
import { findVersion, isKnown, readConfiguration, replacedAt } from './configuration.query.ts';

export type ConfigurationDeps = { readonly ledger: Ledger; readonly pool: Pool };

/** What two people set for everybody. One proposes it here; another decides the proposal. */
export function configurationRoutes(register: Register, { ledger, pool }: ConfigurationDeps): void {
  register('GET /admin/configuration', ({ now }) => readConfiguration(pool, now));

  register('POST /admin/configuration', async (request) => {
    const { actor, body, now } = request;
    const { item, key, value } = body.setting;
    requirePermission(actor, CONFIG_PERMISSIONS[item]);
    if (!(await isKnown(pool, item, key)))
      throw new Problem(422, 'config.unknown', messages.configuration.unknown, [
        { name: 'key', message: messages.configuration.unknown },
      ]);
    if (item === 'mail_wording') checkWording(key, value, 'setting.value');
    const effectiveAt = body.effective_at === null ? null : new Date(body.effective_at);
    const begins = effectFrom({ item, effectiveAt }, now);
    const command: Configure = {
      kind: 'configure',
      ...{ item, key, effectiveAt },
      value: JSON.stringify(CONFIGURABLE[item].read(value)),
      replaces: body.replaces === undefined ? await replacedAt(pool, item, key, begins) : body.replaces,
      reverts: null,
    };
    const id = await makeProposal(ledger, { command, reason: body.reason }, request);
    return shownProposal(pool, id, actor, now);
  });

  register('POST /admin/configuration/:id/revert', async (request) => {
    const { actor, body, params, now } = request;
    const version = await findVersion(pool, params.id);
    if (version === undefined) throw new Problem(404, 'config.not_found', messages.configuration.versionUnknown);
    const { item, key, before } = version;
    requirePermission(actor, CONFIG_PERMISSIONS[item]);
    // One that is still to come is taken back for the moment in which it would have begun.
    const effectiveAt = version.effectiveAt > now ? version.effectiveAt : null;
    const command: Configure = {
      kind: 'configure',
      ...{ item, key, effectiveAt },
      value: JSON.stringify(CONFIGURABLE[item].read(before)),
      replaces: await replacedAt(pool, item, key, effectFrom({ item, effectiveAt }, now)),
      reverts: params.id,
    };
    const id = await makeProposal(ledger, { command, reason: body.reason }, request);
    return shownProposal(pool, id, actor, now);
  });
}
