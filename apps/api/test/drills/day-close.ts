import { randomUUID } from 'node:crypto';
import type { Overview } from '@clearbook/contracts/overview';
import type { DayCloseDetail, ImportedFile } from '@clearbook/contracts/reconciliation';
import { centsToDecimal } from '@clearbook/domain/money';
import type { Pool } from 'pg';
import { call, multipart, parsed } from '../http-client.ts';
import type { Person, Site } from '../site.ts';
import type { Figures } from './races.ts';
import { summary } from './races.ts';

const MOST_SECONDS = 60;
/** Of what a statement may have in one file. */
const LINES_A_FILE = 50_000;
/** So many payouts are on no statement, and so many lines of the bank are nothing in the books. */
const PLANTED = 5;
const COINS = ['bitcoin', 'ethereum', 'tether'] as const;
type Line = { readonly method: string; readonly text: string };

/**
 * Closes a day as two people do: statements imported, every difference named, balances entered, reports downloaded, signed. The seconds are those
 * of the product; its figures are compared with a recount of all postings, and its exposure with the open trades.
 */
export async function closeDay(site: Site, day: string): Promise<Figures> {
  const second = await site.secondAdmin('signer');
  const books = await site.look((pool) => recountOf(pool, day));
  const lines = await site.look((pool) => statementLines(pool, day));
  const files = filesOf(lines);
  const wrong: string[] = [];
  const send = (who: Person, path: string, body: object) =>
    call(site.urls[0] ?? '', { path, cookie: who.cookie, key: randomUUID(), body });
  const get = (path: string) => call(site.urls[0] ?? '', { path, cookie: site.admin.cookie });
  const began = performance.now();
  const parts: string[] = [];
  let last = began;
  const lap = (name: string): void => {
    const at = performance.now();
    parts.push(`${name} ${((at - last) / 1_000).toFixed(1)} s`);
    last = at;
  };

  let matched = 0;
  for (const { method, name, text } of files) {
    const path = `/admin/statement-files/${method}`;
    const cookie = site.admin.cookie;
    const answer = await call(site.urls[0] ?? '', { path, cookie, key: randomUUID(), ...multipart('file', name, Buffer.from(text)) }); // prettier-ignore
    matched += parsed<ImportedFile>(answer).file.matched;
  }
  lap(`${lines.length} lines in ${files.length} files`);
  if (matched !== lines.length - PLANTED) wrong.push(`${matched} of ${lines.length} lines matched`);

  for (const method of [...COINS, 'bank']) {
    const held = books.find(({ account }) => account === `custody:${method}`)?.closing ?? 0n;
    const balance = centsToDecimal(method === 'bank' ? held - 100n : held);
    parsed(await send(site.admin, '/admin/statement-balances', { method, day, balance }));
  }
  const open = parsed<DayCloseDetail>(await get(`/admin/day-closes/${day}`));
  lap('differences');
  const kinds = open.differences.map(({ kind }) => kind).toSorted();
  const planted = ['balance', ...Array(PLANTED).fill('line'), ...Array(PLANTED).fill('withdrawal')];
  if (kinds.join(' ') !== planted.join(' ')) wrong.push(`the differences are ${kinds.slice(0, 20).join(' ')}`);
  const named = open.differences.map(({ key }) => ({ key, explanation: 'Known: it was planted.' }));
  parsed(await send(site.admin, `/admin/day-closes/${day}/prepare`, { named }));
  lap('prepared');
  parsed(await send(second, `/admin/day-closes/${day}/sign`, {}));
  lap('signed');
  const trial = (await get(`/admin/reports/trial-balance.csv?day=${day}`)).text;
  const money = (await get(`/admin/reports/client-money.csv?day=${day}`)).text;
  const { exposures } = parsed<Overview>(await get('/admin/overview'));
  lap('reports and exposure');
  const took = (performance.now() - began) / 1_000;

  const recount = books.map(({ account, opening, debits, credits, closing }) =>
    [account, ...[opening, debits, credits, closing].map(centsToDecimal)].join(','),
  );
  if (trial.trim().split('\r\n').slice(1).join('\n') !== recount.join('\n')) wrong.push('the trial balance');
  const owed = ['cash', 'margin', 'withdrawing'].reduce((sum, name) => sum - closingOf(books, name), 0n);
  if (!money.includes(`owed:total,${centsToDecimal(owed)},`)) wrong.push('what clients are owed');
  const bank = closingOf(books, 'custody:bank');
  const told = `custody:bank,${centsToDecimal(bank)},${centsToDecimal(bank - 100n)},-1.00`;
  if (!money.includes(told)) wrong.push('what the bank holds');
  const trades = await site.look(openTrades);
  const shown = exposures.map(({ symbol, clients, trades: of }) => `${symbol} ${clients} ${of}`).toSorted();
  if (shown.join('\n') !== trades.join('\n')) wrong.push('the exposure');
  return {
    ok: wrong.length === 0 && took <= MOST_SECONDS,
    figures: `${day} closed in ${took.toFixed(1)} s of at most ${MOST_SECONDS} (${parts.join(', ')}); ${open.entries.toLocaleString('en')} entries, ${named.length} differences named; ${recount.length} accounts, client money and ${trades.length} instruments recounted${summary(wrong)}`,
  };
}

type Account = Record<'opening' | 'debits' | 'credits' | 'closing', bigint> & { readonly account: string };
function closingOf(books: readonly Account[], name: string): bigint {
  const found = books.find(({ account }) => account === name);
  if (found === undefined) throw new Error(`the recount has no account ${name}`);
  return found.closing;
}

/** From the postings alone. */
async function recountOf(pool: Pool, day: string): Promise<Account[]> {
  const { rows } = await pool.query<Record<keyof Account, string>>(
    `select k.name as account, coalesce(sum(p.amount) filter (where p.at < $1), 0)::text as opening, coalesce(sum(p.amount) filter (where p.at >= $1 and p.amount > 0), 0)::text as debits,
       coalesce(-sum(p.amount) filter (where p.at >= $1 and p.amount < 0), 0)::text as credits, coalesce(sum(p.amount), 0)::text as closing
     from ledger.account_kind k left join (select l.account, l.amount, e.at from ledger.entry e cross join lateral unnest(e.accounts, e.amounts) as l(account, amount)
       where e.at < $1::timestamptz + interval '1 day') p on p.account = k.code group by k.code, k.name order by k.code`,
    [`${day}T00:00:00Z`],
  );
  return rows.map(({ account, ...sums }) => ({
    account,
    opening: BigInt(sums.opening),
    debits: BigInt(sums.debits),
    credits: BigInt(sums.credits),
    closing: BigInt(sums.closing),
  }));
}

/** What banks and chains would say of the day, in any order, with the first payouts left out and lines of the bank's own put in. */
async function statementLines(pool: Pool, day: string): Promise<Line[]> {
  const { rows: credited } = await pool.query<Record<'method' | 'units' | 'txid', string> & { output: number }>(
    `select method, received_units::text as units, txid, output_index as output from ledger.deposit
     where status = 'approved' and decided_at >= $1 and decided_at < $1::timestamptz + interval '1 day' order by id desc`,
    [`${day}T00:00:00Z`],
  );
  const { rows: paid } = await pool.query<Record<'net' | 'reference', string>>(
    `select (amount - fee)::text as net, payout_reference as reference from ledger.withdrawal
     where status = 'approved' and method = 'bank' and decided_at >= $1 and decided_at < $1::timestamptz + interval '1 day' order by id desc`,
    [`${day}T00:00:00Z`],
  );
  const own = Array.from({ length: PLANTED }, (_, i) => `${day},-${i + 1}.37,Account fee no. ${i + 1},,,`);
  return [
    ...credited.map(({ method, units, txid, output }) => ({
      method,
      text: `${day},${coinsOf(units)},,,${txid},${output}`,
    })),
    ...paid.slice(PLANTED).map(({ net, reference }) => `${day},-${centsToDecimal(BigInt(net))},${reference},,,`).concat(own).map((text) => ({ method: 'bank', text })),
  ]; // prettier-ignore
}

function coinsOf(units: string): string {
  const digits = units.padStart(9, '0');
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`;
}

function filesOf(lines: readonly Line[]): { method: string; name: string; text: string }[] {
  return [...COINS, 'bank'].flatMap((method) => {
    const own = lines.filter((line) => line.method === method);
    return Array.from({ length: Math.ceil(own.length / LINES_A_FILE) }, (_, i) => {
      const part = own.slice(i * LINES_A_FILE, (i + 1) * LINES_A_FILE);
      const text = ['date,amount,reference,id,txid,output', ...part.map((line) => line.text)].join('\n');
      return { method, name: `${method}-${i + 1}.csv`, text };
    });
  });
}

/** By the trades themselves. */
async function openTrades(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(
    `select symbol || ' ' || count(distinct client_id) || ' ' || count(*) as line from ledger.trade where status = 'active' group by symbol`,
  );
  return rows.map(({ line }) => line).toSorted();
}
