import { ALERT_DAYS_MAX, ALERTS_MAX, hundredths, type PriceAlert } from '@clearbook/contracts/alerts';
import { messages } from '@clearbook/contracts/messages';
import { type AlertKind, isBeyond, levelOf, midOf } from '@clearbook/domain/alerts';
import { instrument, isSymbol, parsePrice, priceStep, shownPrice, type Symbol } from '@clearbook/domain/market';
import type { Pool, PoolClient } from 'pg';
import { Problem, type Register } from '../../platform/http/index.ts';
import { newId } from '../../platform/ids.ts';
import { invalidate } from '../../platform/realtime/invalidation.ts';
import { transaction } from '../../platform/transaction.ts';
import type { Market } from '../market/index.ts';
import {
  type AlertTerms,
  alone,
  askedBefore,
  countActive,
  insertAlert,
  listAlerts,
  removeAlert,
  resetAlert,
  symbolOf,
} from './alerts.query.ts';

export type AlertDeps = { readonly pool: Pool; readonly market: Pick<Market, 'showing'> };

const DAY_MS = 86_400_000;

type Body = {
  readonly kind: AlertKind;
  readonly price?: string | undefined;
  readonly percent?: string | undefined;
  readonly repeats?: boolean | undefined;
  readonly expires_at?: string | null | undefined;
};

/** A client's own price alerts. */
export function alertRoutes(register: Register, { pool, market }: AlertDeps): void {
  register('GET /alerts', async ({ actor }) => ({
    alerts: await listAlerts(pool, actor.userId),
    most_active: ALERTS_MAX,
  }));

  register('POST /alerts', async ({ actor, body, key, requestHash, now }) => {
    const { symbol } = body;
    const clientId = actor.userId;
    return transaction(pool, async (client) => {
      await alone(client, clientId);
      const before = await askedBefore(client, clientId, key);
      if (before !== undefined) {
        if (before.hash !== requestHash) throw new Problem(409, 'key.reused', messages.common.keyReused);
        return before.alert;
      }
      if (!isSymbol(symbol)) throw invalid('symbol', messages.market.unknown);
      const terms = termsOf(market, symbol, body, now);
      await checkRoom(client, clientId, null);
      const alert = await insertAlert(client, { id: newId(), clientId, symbol, key, hash: requestHash }, terms, now);
      await tell(client, clientId, alert.id, 'alert_set');
      return alert;
    });
  });

  register('PUT /alerts/:id', async ({ actor, params: { id }, body, now }) =>
    transaction(pool, async (client): Promise<PriceAlert> => {
      await alone(client, actor.userId);
      const symbol = await symbolOf(client, actor.userId, id);
      if (symbol === undefined || !isSymbol(symbol)) throw notFound();
      const terms = termsOf(market, symbol, body, now);
      await checkRoom(client, actor.userId, id);
      const alert = await resetAlert(client, id, terms, now);
      await tell(client, actor.userId, id, 'alert_changed');
      return alert;
    }),
  );

  register('DELETE /alerts/:id', async ({ actor, params: { id } }) =>
    transaction(pool, async (client) => {
      if (!(await removeAlert(client, actor.userId, id))) throw notFound();
      await tell(client, actor.userId, id, 'alert_removed');
      return null;
    }),
  );
}

/** What is asked for in prices of now. An alert for where the price is already would tell nothing new, and is refused with that price. */
function termsOf(market: AlertDeps['market'], symbol: Symbol, body: Body, now: Date): AlertTerms {
  const of = instrument(symbol);
  const { quote } = market.showing(symbol, now);
  if (quote === undefined) throw new Problem(422, 'alert.unpriced', messages.alerts.unpriced);
  const { kind, repeats = false } = body;
  const common = { kind, repeats, expiresAt: endOf(body.expires_at ?? null, now) };
  if (kind === 'rises' || kind === 'falls') {
    const percent = hundredths(body.percent ?? '') ?? 0;
    const base = midOf(of, quote);
    const level = levelOf(of, kind, base, percent);
    if (level === undefined) throw invalid('percent', messages.alerts.outOfRange);
    return { ...common, level, percent, base };
  }
  const level = parsePrice(body.price ?? '');
  const step = priceStep(of);
  if (level % step !== 0n) throw invalid('price', messages.order.priceStep(String(of.digits)));
  if (isBeyond(kind, level, quote))
    throw invalid('price', messages.alerts.already(shownPrice(midOf(of, quote), of.digits)));
  return { ...common, level, percent: null, base: null };
}

function endOf(text: string | null, now: Date): Date | null {
  if (text === null) return null;
  const end = new Date(text);
  if (end <= now) throw invalid('expires_at', messages.alerts.endPast);
  if (end.getTime() > now.getTime() + ALERT_DAYS_MAX * DAY_MS)
    throw invalid('expires_at', messages.alerts.endFar(ALERT_DAYS_MAX));
  return end;
}

async function checkRoom(client: PoolClient, clientId: string, but: string | null): Promise<void> {
  if ((await countActive(client, clientId, but)) >= ALERTS_MAX)
    throw new Problem(409, 'alert.too_many', messages.alerts.tooMany(ALERTS_MAX));
}

/** Open pages, and the process that watches. */
function tell(client: PoolClient, clientId: string, id: string, event: string): Promise<void> {
  return invalidate(client, [{ c: clientId, t: ['alerts'], e: event, s: id, a: false }]);
}

function invalid(name: string, message: string): Problem {
  return new Problem(422, 'request.invalid', message, [{ name, message }]);
}

function notFound(): Problem {
  return new Problem(404, 'alert.not_found', messages.alerts.notFound);
}
