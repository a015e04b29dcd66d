import { messages } from '@clearbook/contracts/messages';
import { usdToCents } from '@clearbook/contracts/money';
import type { PurchaseBody, PurchaseWire } from '@clearbook/contracts/plans';
import type { ResultOf } from '@clearbook/domain/ledger';
import type { Pool } from 'pg';
import { v7 as newId } from 'uuid';
import type { Ledger } from '../../ledger/index.ts';
import { Problem, type Register } from '../../platform/http/index.ts';
import { pageOf } from '../../platform/paging.ts';
import { executeAndShow } from '../books/index.ts';
import { findPackage, listPackages, readPackages, readSignalPlans } from './packages.query.ts';
import { findPurchase, listPurchases } from './purchases.query.ts';

export type PlanDeps = { readonly ledger: Ledger; readonly pool: Pool };

/** Packages and signal plans: what is on offer for this client, buying it from the balance, and the receipts. */
export function planRoutes(register: Register, { ledger, pool }: PlanDeps): void {
  const receipt =
    (clientId: string) =>
    async (done: ResultOf<'buy_package'>): Promise<PurchaseWire> =>
      found(await findPurchase(pool, clientId, done.id));

  register('GET /packages', async ({ actor, query, now }) => {
    const list = await readPackages(pool, actor.userId, now);
    return { ...list, ...pageOf(list.data, idOf, query) };
  });

  register('POST /packages/:id/purchase', (request) => {
    const clientId = request.actor.userId;
    return executeAndShow(
      { ledger, pool },
      { kind: 'buy_package', clientId, packageId: request.params.id, ...shownPrice(request.body) },
      request,
      receipt(clientId),
    );
  });

  register('GET /signal-plans', async ({ actor, query, now }) => {
    const list = await readSignalPlans(pool, actor.userId, now);
    return { ...list, ...pageOf(list.data, idOf, query) };
  });

  register('POST /signal-plans/:id/purchase', (request) => {
    const clientId = request.actor.userId;
    return executeAndShow(
      { ledger, pool },
      { kind: 'buy_signal_plan', clientId, planId: request.params.id, ...shownPrice(request.body) },
      request,
      receipt(clientId),
    );
  });

  register('GET /purchases', ({ actor, query }) => listPurchases(pool, actor.userId, query));

  register('GET /purchases/:id', async ({ actor, params }) => found(await findPurchase(pool, actor.userId, params.id)));

  register('GET /admin/packages', async ({ query, now }) => pageOf(await listPackages(pool, now), idOf, query));

  register('POST /admin/packages', (request) => {
    const { actor, body } = request;
    return executeAndShow(
      { ledger, pool },
      {
        kind: 'add_package',
        staffId: actor.userId,
        package: {
          id: newId(),
          name: body.name,
          price: usdToCents(body.price),
          // Pips with at most one decimal, in tenths.
          markup: Number(usdToCents(body.markup)) / 10,
          leverageCeiling: Number(body.leverage),
          features: body.features,
        },
      },
      request,
      (done) => findPackage(pool, done.id, request.now),
    );
  });
}

function shownPrice(body: PurchaseBody): { shownPrice: bigint } | Record<string, never> {
  return body?.price === undefined ? {} : { shownPrice: usdToCents(body.price) };
}

const idOf = ({ id }: { readonly id: string }): string => id;

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Problem(404, 'purchase.not_found', messages.plans.receiptNotFound);
  return value;
}
