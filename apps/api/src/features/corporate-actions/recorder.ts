import { readFile, stat } from 'node:fs/promises';
import { ACTION_NOTICE_MS, MAX_DIVIDEND_SHARE } from '@clearbook/domain/corporate-actions';
import { exactPrice } from '@clearbook/domain/price';
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

const MOST_BYTES = 2_000_000;
const MAILS_AT_A_TIME = 1_000;

/** Records what the file announces, once each, and tells whoever holds the share what is ahead. */
export class ActionRecorder {
  readonly #parts: RecorderParts;
  /** The file's last change that was read. */
  #read = '';

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
    const { found: announced, faulty } = parseActions(await readFile(file, 'utf8'));
    for (const { line, why } of faulty) log.warn({ file, line, why }, 'an announcement was not recorded');
    for (const each of announced) await this.#record(each, now);
    this.#read = version;
  }

  async #record(announced: Announcement, now: Date): Promise<void> {
    const { pool, log } = this.#parts;
    const { symbol, rate, exDate, source, sourceTime } = announced;
    const known = await pool.query('select 1 from ledger.corporate_action where symbol = $1 and ex_date = $2', [
      symbol,
      exDate,
    ]);
    if (known.rowCount !== 0) return;
    const why = this.#refused(announced, now);
    if (why !== undefined) {
      log.warn({ symbol, exDate, why }, 'an announcement was not recorded');
      return;
    }
    const values = [newId(), symbol, rate, exDate, source, sourceTime, now];
    const { rows } = await pool.query<{ recorded: boolean }>(
      'select ledger.record_corporate_action($1, $2, $3, $4, $5, $6, $7) as recorded',
      values,
    );
    if (rows[0]?.recorded === true)
      log.info({ symbol, exDate, rate: exactPrice(rate, 2), source }, 'a dividend is announced');
  }

  /** Why it is not recorded, for staff: it would come without notice, or is so large that its conditions have to be read. */
  #refused({ symbol, rate, effectiveAt, sourceTime }: Announcement, now: Date): string | undefined {
    if (effectiveAt.getTime() < now.getTime() + ACTION_NOTICE_MS) return 'it takes effect in less than a day';
    if (sourceTime > now) return 'its source_time is in the future';
    const { quote } = this.#parts.market.showing(symbol, now);
    if (quote === undefined) return 'no price of it is known yet';
    return rate * MAX_DIVIDEND_SHARE > quote.bid ? 'it is more than a tenth of the price' : undefined;
  }

  #tellHolders(now: Date): Promise<void> {
    return transaction(this.#parts.pool, async (client) => {
      const { rows } = await client.query<{ clientId: string; symbol: string; rate: string; day: string }>(
        `with n as (
           insert into app.action_notice (action_id, client_id, at)
           select distinct c.id, t.client_id, $1::timestamptz from ledger.corporate_action c
             join ledger.trade t on t.book = any(ledger.books()) and t.symbol = c.symbol and t.status = 'active'
           where c.effective_at > $1 on conflict do nothing returning action_id, client_id)
         select n.client_id as "clientId", c.symbol, c.rate::text, c.ex_date::text as day
         from n join ledger.corporate_action c on c.id = n.action_id order by c.effective_at, n.client_id`,
        [now],
      );
      for (let at = 0; at < rows.length; at += MAILS_AT_A_TIME) {
        const mails = rows.slice(at, at + MAILS_AT_A_TIME).map(({ clientId, symbol, rate, day }) => {
          const values = { symbol, rate: `$${exactPrice(BigInt(rate), 2)}`, day };
          return { userId: clientId, template: 'dividend-ahead', values } as const;
        });
        await enqueueMails(client, mails, now);
      }
    });
  }
}
