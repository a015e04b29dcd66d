import type { Wallets } from '@clearbook/contracts/admin';
import { messages } from '@clearbook/contracts/messages';
import type { Pool, PoolClient } from 'pg';
import type { Ledger } from '../../ledger/index.ts';
import type { Config } from '../../platform/config.ts';
import { Problem, type Register, requireStepUp } from '../../platform/http/index.ts';
import { mailStaff } from '../../platform/mail/index.ts';
import { transaction } from '../../platform/transaction.ts';
import { invalidate } from '../../platform/realtime/index.ts';
import { isAddress } from './address.ts';
import { keepReason } from '../audit/index.ts';
import { needsTwo, propose, setBy } from '../books/index.ts';
import { readWallets } from './wallets.query.ts';

const NETWORKS = [
  ['bitcoin', 'Bitcoin'],
  ['ethereum', 'Ethereum'],
  ['usdt', 'USDT (Trc20)'],
] as const;

type Addresses = Pick<Wallets, 'bitcoin' | 'ethereum' | 'usdt'>;
type Saving = { readonly actorId: string; readonly reason: string | undefined; readonly now: Date };

/** In live mode, changed addresses are proposed; unchanged ones are only recorded. */
export function walletRoutes(
  register: Register,
  { ledger, pool, config }: { readonly ledger: Ledger; readonly pool: Pool; readonly config: Pick<Config, 'mode'> },
): void {
  register('GET /admin/wallets', ({ now }) => readWallets(pool, now));

  register('PUT /admin/wallets', async (request) => {
    const { actor, body, now } = request;
    const { bitcoin, ethereum, usdt, reason } = body;
    const wanted = { bitcoin, ethereum, usdt };
    checkAddresses(wanted);
    const present = await readWallets(pool, now);
    // What was answered can be sent back: with its upcoming addresses it asks for nothing.
    const isAsAnswered = Boolean(body.upcoming) && !differs(wanted, present);
    const changes = !isAsAnswered && differs(wanted, present.upcoming ?? present);
    if (changes) requireStepUp(actor);
    if (changes && needsTwo(config)) {
      const replaces = await setBy(pool, 'set_wallets', body.set_by);
      await propose(ledger, { command: { kind: 'set_wallets', ...wanted, replaces }, reason: reason ?? '' }, request);
      return readWallets(pool, now);
    }
    if (!changes && present.upcoming !== null) return present;
    return saveAddresses(pool, { wanted, changes }, { actorId: actor.userId, reason, now });
  });

  register('POST /admin/wallets/keep', async ({ actor, body, now }) => {
    requireStepUp(actor);
    return keepAddresses(pool, { actorId: actor.userId, reason: body.reason, now });
  });
}

function differs(wanted: Addresses, held: Addresses): boolean {
  return NETWORKS.some(([coin]) => wanted[coin] !== held[coin]);
}

/** @throws Problem 422 that names every address that isn't valid on its network */
function checkAddresses(wanted: Addresses): void {
  const wrong = NETWORKS.filter(([coin]) => !isAddress(coin, wanted[coin]));
  if (wrong.length === 0) return;
  throw new Problem(
    422,
    'request.invalid',
    messages.common.checkFields,
    wrong.map(([name, label]) => ({ name, message: messages.withdrawal.addressChecksum(label) })),
  );
}

function saveAddresses(
  pool: Pool,
  { wanted, changes }: { wanted: Addresses; changes: boolean },
  { actorId, reason, now }: Saving,
): Promise<Wallets> {
  const { bitcoin, ethereum, usdt } = wanted;
  return transaction(pool, async (client) => {
    await client.query('update app.wallets set created_at = coalesce(created_at, $1), updated_at = $1', [now]);
    if (changes) {
      await client.query('update app.wallets set bitcoin = $1, ethereum = $2, usdt = $3', [bitcoin, ethereum, usdt]);
      await mailStaff(client, { template: 'wallets-changed', values: wanted, by: actorId }, now);
    }
    // Addresses aren't personal data: the log states exactly what clients were shown, and from when.
    await record(client, 'wallets.update', wanted, { actorId, reason, now });
    return readWallets(client, now);
  });
}

/** Any member of staff can stop new addresses before they take effect; clients keep paying to the present ones. */
function keepAddresses(pool: Pool, saving: Saving & { readonly reason: string }): Promise<Wallets> {
  const { actorId, reason, now } = saving;
  return transaction(pool, async (client) => {
    const { rows } = await client.query<{ stopped: string | null }>('select ledger.stop_addresses($1, $2) as stopped', [
      actorId,
      now,
    ]);
    const [found] = rows;
    if (found === undefined || found.stopped === null)
      throw new Problem(409, 'wallets.none_upcoming', messages.admin.noneUpcoming);
    await mailStaff(client, { template: 'wallets-kept', values: { reason }, by: actorId }, now);
    await record(client, 'wallets.keep', {}, saving);
    return readWallets(client, now);
  });
}

async function record(
  client: PoolClient,
  action: string,
  facts: Record<string, string>,
  { actorId, reason, now }: Saving,
): Promise<void> {
  const note = await keepReason(client, { whose: actorId, reason, now });
  await client.query("select ledger.record_audit($1, $2, 'wallets', 'wallets', null, $3, $4)", [
    actorId,
    action,
    JSON.stringify({ ...facts, ...note }),
    now,
  ]);
  await invalidate(client, [{ c: null, t: ['wallets'], e: 'wallets_updated', s: null, a: true }]);
}
