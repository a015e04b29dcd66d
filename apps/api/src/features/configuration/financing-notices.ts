import { instrument, type Instrument, isSymbol, nextNight } from '@clearbook/domain/market';
import type { Pool } from 'pg';
import { enqueueMails } from '../../platform/mail/index.ts';
import { transaction } from '../../platform/transaction.ts';
import { percentYear } from '../market/index.ts';
import type { Financing } from './financing.ts';

type Ahead = { readonly id: string; readonly key: string; readonly effectiveAt: Date };
type Parts = { readonly pool: Pool; readonly financing: Financing };

const MAILS_AT_A_TIME = 1_000;

/** Tells whoever holds an instrument that its financing is about to change, each once. Any process at any time; of two, one writes. */
export async function tellFinancing(parts: Parts, now: Date): Promise<void> {
  const { rows } = await parts.pool.query<Ahead>(
    `select proposal_id as id, key, effective_at as "effectiveAt" from ledger.config_version
     where item = 'financing' and effective_at > $1 order by effective_at, number`,
    [now],
  );
  for (const change of rows) await tellHolders(parts, change, now);
}

async function tellHolders({ pool, financing }: Parts, { id, key, effectiveAt }: Ahead, now: Date): Promise<void> {
  if (!isSymbol(key)) throw new RangeError(`financing of ${key}`);
  const values = valuesOf(instrument(key), financing, effectiveAt);
  // Taken back for the same moment, nothing changes after all: whoever was told that it would is told so.
  const stays = values.buy === values.buy_before && values.sell === values.sell_before;
  const template = stays ? 'financing-stays' : 'financing-changes';
  await transaction(pool, async (client) => {
    const { rows } = await client.query<{ clientId: string }>(
      `insert into app.financing_notice (version_id, client_id, at)
       select distinct $1::uuid, t.client_id, $3::timestamptz from ledger.trade t
       where t.book = any(ledger.books()) and t.symbol = $2 and t.status = 'active' and ($4 or exists (
         select from app.financing_notice n join ledger.config_version v on v.proposal_id = n.version_id
         where n.client_id = t.client_id and n.version_id <> $1 and v.key = $2 and v.effective_at = $5))
       order by 2 on conflict do nothing returning client_id as "clientId"`,
      [id, key, now, !stays, effectiveAt],
    );
    for (let at = 0; at < rows.length; at += MAILS_AT_A_TIME) {
      const mails = rows
        .slice(at, at + MAILS_AT_A_TIME)
        .map(({ clientId: userId }) => ({ userId, template, values }) as const);
      await enqueueMails(client, mails, now);
    }
  });
}

function valuesOf(of: Instrument, financing: Financing, effectiveAt: Date) {
  const after = financing.at(of, effectiveAt);
  const before = financing.at(of, new Date(effectiveAt.getTime() - 1));
  return {
    symbol: of.symbol,
    day: new Date(nextNight(of, effectiveAt.getTime() - 1).atMs).toISOString().slice(0, 10),
    buy: `${percentYear(after.buy)}%`,
    sell: `${percentYear(after.sell)}%`,
    buy_before: `${percentYear(before.buy)}%`,
    sell_before: `${percentYear(before.sell)}%`,
  };
}
