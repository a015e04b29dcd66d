import { configWords } from '@clearbook/contracts/words/configuration';
import { tradeWords } from '@clearbook/contracts/words/trading';
import { type AssetClass, instrument, type Instrument, isSymbol, nextNight, widthText } from '@clearbook/domain/market';
import type { Pool } from 'pg';
import { each } from '../../platform/failures.ts';
import { withLease } from '../../platform/lease.ts';
import { enqueueMails } from '../../platform/mail/index.ts';
import { transaction } from '../../platform/transaction.ts';
import { percentYear } from '../market/index.ts';
import type { Financing } from './financing.ts';
import type { Spreads } from './spreads.ts';

type Ahead = { readonly id: string; readonly item: Told; readonly key: string; readonly effectiveAt: Date };
type Parts = { readonly pool: Pool; readonly financing: Financing; readonly spreads: Spreads };
/** What clients are told of before it takes effect. */
type Told = 'financing' | 'spread';
type Telling = {
  readonly changes: 'financing-changes' | 'spread-changes';
  readonly stays: 'financing-stays' | 'spread-stays';
  /** What emails say of a change, and whether anything does change at its moment. */
  readonly valuesOf: (of: Instrument, effectiveAt: Date, parts: Parts) => Values;
  /** Whether it concerns a client who only has an order waiting. */
  readonly orders: boolean;
};
type Values = { readonly isOther: boolean; readonly values: Readonly<Record<string, string>> };

/** Clients that are told in one transaction. */
const AT_A_TIME = 1_000;
/** Whoever comes to hold an instrument once a change has been announced is told of it within this time. */
const AGAIN_MS = 60_000;

const TELLING: Readonly<Record<Told, Telling>> = {
  financing: { changes: 'financing-changes', stays: 'financing-stays', valuesOf: ratesOf, orders: false },
  spread: { changes: 'spread-changes', stays: 'spread-stays', valuesOf: spreadsOf, orders: true },
};

/**
 * The same for a job that runs every few seconds: right away where a change is announced, taken back or in effect, and once a minute for whoever came to
 * hold the instrument since.
 */
export function changeTeller(parts: Parts): (now: Date) => Promise<void> {
  let last = { changes: '', at: 0 };
  return async (now) => {
    const ahead = await changesAhead(parts.pool, now);
    const changes = ahead.map(({ id }) => id).join();
    if (changes === last.changes && (changes === '' || now.getTime() - last.at < AGAIN_MS)) return;
    await tellOf(parts, ahead, now, () => void (last = { changes, at: now.getTime() }));
  };
}

/** Tells whoever it concerns that an instrument's financing or spread is about to change, each once. Any process at any time: what one is doing the others leave to it. */
export async function tellChanges(parts: Parts, now: Date): Promise<void> {
  await tellOf(parts, await changesAhead(parts.pool, now), now);
}

async function changesAhead(pool: Pool, now: Date): Promise<Ahead[]> {
  const { rows } = await pool.query<Ahead>(
    // Of several for one moment, the newest: it alone takes effect.
    `select distinct on (effective_at, item, key) proposal_id as id, item, key, effective_at as "effectiveAt" from ledger.config_version
     where item = any($2) and effective_at > $1 order by effective_at, item, key, number desc`,
    [now, Object.keys(TELLING)],
  );
  return rows;
}

async function tellOf(parts: Parts, ahead: readonly Ahead[], now: Date, done?: () => void): Promise<void> {
  const tell = async (): Promise<void> => {
    await each(ahead, (change) => tellClients(parts, change, now));
    done?.();
  };
  await withLease(parts.pool, 'changeNotices', tell, { background: true });
}

/** Who holds an instrument is in the sums of what clients have open, by an index of theirs: trades have none by instrument. */
const CONCERNED = `select c.client_id as "clientId" from (
    select e.client_id from ledger.exposure e where e.symbol = $2 and e.trades > 0
    union select o.client_id from ledger.working_order o where $6 and o.ended_at is null and o.symbol = $2
  ) c where not exists (select from app.change_notice n where n.version_id = $1 and n.client_id = c.client_id)
    and ($3 or exists (
      select from app.change_notice n join ledger.config_version v on v.proposal_id = n.version_id
      where n.client_id = c.client_id and n.version_id <> $1 and v.item = $5 and v.key = $2 and v.effective_at = $4))
  order by c.client_id`;

async function tellClients(parts: Parts, { id, item, key, effectiveAt }: Ahead, now: Date): Promise<void> {
  if (!isSymbol(key)) throw new RangeError(`${item} of ${key}`);
  const { changes, stays, valuesOf, orders } = TELLING[item];
  const { isOther, values } = valuesOf(instrument(key), effectiveAt, parts);
  // Taken back for the same moment, nothing changes after all: whoever was told that it would is told so.
  const template = isOther ? changes : stays;
  type Client = { clientId: string };
  const { rows: concerned } = await parts.pool.query<Client>(CONCERNED, [id, key, isOther, effectiveAt, item, orders]);
  for (let at = 0; at < concerned.length; at += AT_A_TIME) {
    const some = concerned.slice(at, at + AT_A_TIME).map(({ clientId }) => clientId);
    await transaction(parts.pool, async (client) => {
      const { rows } = await client.query<Client>(
        `insert into app.change_notice (version_id, client_id, at) select $1, c, $3 from unnest($2::uuid[]) c
         on conflict do nothing returning client_id as "clientId"`,
        [id, some, now],
      );
      const mails = rows.map(({ clientId: userId }) => ({ userId, template, values }) as const);
      await enqueueMails(client, mails, now);
    });
  }
}

function ratesOf(of: Instrument, effectiveAt: Date, { financing }: Parts): Values {
  const after = financing.at(of, effectiveAt);
  const before = financing.at(of, justBefore(effectiveAt));
  return {
    isOther: after.buy !== before.buy || after.sell !== before.sell,
    values: {
      symbol: of.symbol,
      day: new Date(nextNight(of, effectiveAt.getTime() - 1).atMs).toISOString().slice(0, 10),
      buy: `${percentYear(after.buy)}%`,
      sell: `${percentYear(after.sell)}%`,
      buy_before: `${percentYear(before.buy)}%`,
      sell_before: `${percentYear(before.sell)}%`,
    },
  };
}

function spreadsOf(of: Instrument, effectiveAt: Date, { spreads }: Parts): Values {
  const [after, before] = [spreads.at(of, effectiveAt), spreads.at(of, justBefore(effectiveAt))];
  return {
    isOther: after !== before,
    values: {
      symbol: of.symbol,
      at: effectiveAt.toISOString().slice(0, 16).replace('T', ' '),
      added: inWords(after, of.class),
      added_before: inWords(before, of.class),
    },
  };
}

function justBefore(moment: Date): Date {
  return new Date(moment.getTime() - 1);
}

function inWords(tenths: number, of: AssetClass): string {
  return tenths === 0 ? configWords.nothing : tradeWords.markupOf(widthText(BigInt(tenths)), of);
}
