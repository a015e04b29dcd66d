import { readFile, stat } from 'node:fs/promises';
import { ACTION_NOTICE_MS, MAX_DIVIDEND_SHARE } from '@clearbook/domain/corporate-actions';
import { exactPrice, type Price, PRICE_SCALE } from '@clearbook/domain/price';
import type { Pool } from 'pg';
import { newId } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import { enqueueMails } from '../../platform/mail/index.ts';
import { transaction } from '../../platform/transaction.ts';
import type { Market } from '../market/index.ts';
import { type Announcement, parseActions } from './actions-file.ts';

export type RecorderParts = {
  readonly pool: Pool;
  readonly market: Pick<Market, 'showing'>;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** The announced list: a file that whoever runs the server keeps. Nothing happens where there is none. */
  readonly file: string;
};

/** Prices that a split may leave. */
const LEAST_PRICE: Price = PRICE_SCALE;
const MOST_PRICE: Price = 1_000_000n * PRICE_SCALE;
const MOST_BYTES = 2_000_000;
const MAILS_AT_A_TIME = 1_000;
type Recorded = { recorded: boolean };
/** Why an announcement isn't recorded: for good, or for the moment, and then it is tried again at the next turn. */
type Refused = { readonly why: string; readonly passing?: true };

/** Records what the file announces, once each, and tells whoever holds the share what is ahead. */
export class ActionRecorder {
  readonly #parts: RecorderParts;
  /** The file's last change that was read. */
  #read = '';
  /** What was logged of a change of the file that is read again and again: once each. */
  #told = { version: '', lines: new Set<string>() };

  constructor(parts: RecorderParts) {
    this.#parts = parts;
  }

  async run(now: Date): Promise<void> {
    await this.#recordFile(now);
    await this.#tellHolders(now);
  }

  async #recordFile(now: Date): Promise<void> {
    const { file, log } = this.#parts;
    const found = await stat(file).catch(() => undefined);
    if (found === undefined) return;
    const version = `${found.mtimeMs} ${found.size}`;
    if (version === this.#read) return;
    if (found.size > MOST_BYTES) throw new Error(`${file} is larger than ${MOST_BYTES} bytes`);
    if (this.#told.version !== version) this.#told = { version, lines: new Set() };
    const { found: announced, faulty } = parseActions(await readFile(file, 'utf8'));
    for (const { line, why } of faulty) this.#tell({ file, line, why }, 'an announcement was not recorded');
    let whole = true;
    // In the order in which they take effect: what comes after a split is of the shares that it makes.
    for (const each of announced.toSorted((a, b) => a.effectiveAt.getTime() - b.effectiveAt.getTime()))
      try {
        if (!(await this.#record(each, now))) whole = false;
      } catch (error) {
        whole = false;
        const { symbol, exDate } = each;
        log.warn({ err: error, symbol, exDate }, 'an announcement could not be recorded and will be recorded later');
      }
    if (whole) this.#read = version;
  }

  #tell(about: object, sentence: string): void {
    const line = `${JSON.stringify(about)} ${sentence}`;
    if (this.#told.lines.has(line)) return;
    this.#told.lines.add(line);
    this.#parts.log.warn(about, sentence);
  }

  /** False where it can be recorded later. */
  async #record(announced: Announcement, now: Date): Promise<boolean> {
    const { pool, log } = this.#parts;
    const { symbol, exDate, source } = announced;
    const known = await pool.query('select 1 from ledger.corporate_action where symbol = $1 and ex_date = $2', [
      symbol,
      exDate,
    ]);
    if (known.rowCount !== 0) return true;
    const refused = await this.#refused(announced, now);
    if (refused !== undefined) {
      const { why, passing = false } = refused;
      this.#tell(
        { symbol, exDate, why },
        passing ? 'an announcement waits and is tried again' : 'an announcement was not recorded',
      );
      return !passing;
    }
    if (await this.#append(announced, now)) log.info({ symbol, exDate, ...said(announced), source }, 'it is announced');
    return true;
  }

  async #append({ symbol, terms, exDate, source, sourceTime }: Announcement, now: Date): Promise<boolean> {
    const { pool } = this.#parts;
    const common = [exDate, source, sourceTime, now];
    const { rows } = await (terms.type === 'split'
      ? pool.query<Recorded>('select ledger.record_split($1, $2, $3, $4, $5, $6, $7, $8) as recorded', [
          ...[newId(), symbol, terms.newRate, terms.oldRate],
          ...common,
        ])
      : pool.query<Recorded>('select ledger.record_corporate_action($1, $2, $3, $4, $5, $6, $7) as recorded', [
          ...[newId(), symbol, terms.rate],
          ...common,
        ]));
    return rows[0]?.recorded === true;
  }

  /**
   * Why it is not recorded, for staff: it would come without notice, or is so large that its conditions have to be read. The notice is asked for
   * first, so nothing waits beyond it.
   */
  async #refused({ symbol, terms, effectiveAt, sourceTime }: Announcement, now: Date): Promise<Refused | undefined> {
    if (effectiveAt.getTime() < now.getTime() + ACTION_NOTICE_MS) return { why: 'it takes effect in less than a day' };
    if (sourceTime > now) return { why: 'its source_time is in the future', passing: true };
    const { quote } = this.#parts.market.showing(symbol, now);
    if (quote === undefined) return { why: 'no price of it is known yet', passing: true };
    const price = await this.#priceThen(symbol, quote.bid, now, effectiveAt);
    if (terms.type === 'split') return this.#beyondPrices(terms, price);
    return terms.rate * MAX_DIVIDEND_SHARE > price ? { why: 'it is more than a tenth of the price' } : undefined;
  }

  /** A price of now in the shares of a moment ahead: by the splits that are announced until then. */
  async #priceThen(symbol: string, price: Price, now: Date, then: Date): Promise<Price> {
    const { rows } = await this.#parts.pool.query<{ new_rate: number; old_rate: number }>(
      "select new_rate, old_rate from ledger.corporate_action where symbol = $1 and type = 'split' and effective_at > $2 and effective_at < $3",
      [symbol, now, then],
    );
    return rows.reduce((of, { new_rate, old_rate }) => (of * BigInt(old_rate)) / BigInt(new_rate), price);
  }

  /** M65: where a price cannot follow its split, whoever holds the share would gain or lose by it. */
  #beyondPrices({ newRate, oldRate }: { newRate: number; oldRate: number }, price: Price): Refused | undefined {
    const after = (price * BigInt(oldRate)) / BigInt(newRate);
    return after < LEAST_PRICE || after > MOST_PRICE
      ? { why: 'it would leave a price below $1 or above $1,000,000' }
      : undefined;
  }

  async #tellHolders(now: Date): Promise<void> {
    // Whoever holds the share is sought among all open trades, and most of the time nothing is ahead.
    const { rows: ahead } = await this.#parts.pool.query(
      'select 1 from ledger.corporate_action where effective_at > $1 limit 1',
      [now],
    );
    if (ahead.length === 0) return;
    await transaction(this.#parts.pool, async (client) => {
      const { rows } = await client.query<Ahead>(
        `with n as (
           insert into app.action_notice (action_id, client_id, at)
           select distinct c.id, t.client_id, $1::timestamptz from ledger.corporate_action c
             join (select book, client_id, symbol from ledger.trade where status = 'active'
               union all select book, client_id, symbol || ' order' from ledger.working_order where ended_at is null) t
               on t.book = any(ledger.books()) and (t.symbol = c.symbol or c.type = 'split' and t.symbol = c.symbol || ' order')
           where c.effective_at > $1 on conflict do nothing returning action_id, client_id)
         select n.client_id as "clientId", c.symbol, c.rate::text, c.new_rate as "newRate", c.old_rate as "oldRate", c.ex_date::text as day
         from n join ledger.corporate_action c on c.id = n.action_id order by c.effective_at, n.client_id`,
        [now],
      );
      for (let at = 0; at < rows.length; at += MAILS_AT_A_TIME) {
        const mails = rows.slice(at, at + MAILS_AT_A_TIME).map(aheadMail);
        await enqueueMails(client, mails, now);
      }
    });
  }
}

type Ahead = {
  clientId: string;
  symbol: string;
  rate: string | null;
  newRate: number | null;
  oldRate: number | null;
  day: string;
};

function aheadMail({ clientId: userId, symbol, rate, newRate, oldRate, day }: Ahead) {
  return rate === null
    ? ({ userId, template: 'split-ahead', values: { symbol, ratio: `${newRate}-for-${oldRate}`, day } } as const)
    : ({
        userId,
        template: 'dividend-ahead',
        values: { symbol, rate: `$${exactPrice(BigInt(rate), 2)}`, day },
      } as const);
}

function said({ terms }: Announcement): Record<string, string> {
  return terms.type === 'split'
    ? { split: `${terms.newRate}:${terms.oldRate}` }
    : { dividend: exactPrice(terms.rate, 2) };
}
