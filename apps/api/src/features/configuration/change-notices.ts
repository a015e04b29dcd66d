import { configWords } from '@clearbook/contracts/words/configuration';
import { tradeWords } from '@clearbook/contracts/words/trading';
import { type AssetClass, instrument, type Instrument, isSymbol, nextNight, widthText } from '@clearbook/domain/market';
import type { Pool } from 'pg';
import { each } from '../../platform/failures.ts';
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

const MAILS_AT_A_TIME = 1_000;

const TELLING: Readonly<Record<Told, Telling>> = {
  financing: { changes: 'financing-changes', stays: 'financing-stays', valuesOf: ratesOf, orders: false },
  spread: { changes: 'spread-changes', stays: 'spread-stays', valuesOf: spreadsOf, orders: true },
};

/** Tells whoever it concerns that an instrument's financing or spread is about to change, each once. Any process at any time; of two, one writes. */
export async function tellChanges(parts: Parts, now: Date): Promise<void> {
  const { rows } = await parts.pool.query<Ahead>(
    // Of several for one moment, the newest: it alone takes effect.
    `select distinct on (effective_at, item, key) proposal_id as id, item, key, effective_at as "effectiveAt" from ledger.config_version
     where item = any($2) and effective_at > $1 order by effective_at, item, key, number desc`,
    [now, Object.keys(TELLING)],
  );
  await each(rows, (change) => tellClients(parts, change, now));
}

async function tellClients(parts: Parts, { id, item, key, effectiveAt }: Ahead, now: Date): Promise<void> {
  if (!isSymbol(key)) throw new RangeError(`${item} of ${key}`);
  const { changes, stays, valuesOf, orders } = TELLING[item];
  const { isOther, values } = valuesOf(instrument(key), effectiveAt, parts);
  // Taken back for the same moment, nothing changes after all: whoever was told that it would is told so.
  const template = isOther ? changes : stays;
  await transaction(parts.pool, async (client) => {
    const { rows } = await client.query<{ clientId: string }>(
      `insert into app.change_notice (version_id, client_id, at)
       select $1::uuid, c.client_id, $3::timestamptz from (
         select t.client_id from ledger.trade t where t.book = any(ledger.books()) and t.symbol = $2 and t.status = 'active'
         union select o.client_id from ledger.working_order o where $7 and o.ended_at is null and o.symbol = $2
       ) c where $4 or exists (
         select from app.change_notice n join ledger.config_version v on v.proposal_id = n.version_id
         where n.client_id = c.client_id and n.version_id <> $1 and v.item = $6 and v.key = $2 and v.effective_at = $5)
       order by 2 on conflict do nothing returning client_id as "clientId"`,
      [id, key, now, isOther, effectiveAt, item, orders],
    );
    for (let at = 0; at < rows.length; at += MAILS_AT_A_TIME) {
      const mails = rows
        .slice(at, at + MAILS_AT_A_TIME)
        .map(({ clientId: userId }) => ({ userId, template, values }) as const);
      await enqueueMails(client, mails, now);
    }
  });
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
