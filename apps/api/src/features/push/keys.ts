import type { Pool } from 'pg';
import webpush from 'web-push';
import type { Logger } from '../../platform/log.ts';
import type { Seal } from '../../platform/seal.ts';

export type PushKey = { readonly publicKey: string; readonly privateKey: string };

const PURPOSE = 'push-key';

/**
 * The key pair that push services know this installation by, made with its first use and sealed in the database. One that can't be opened any more is
 * replaced, with the subscriptions that were made for it: browsers take no message under another key.
 */
export class PushKeys {
  readonly #parts: { readonly pool: Pool; readonly seal: Seal; readonly log: Pick<Logger, 'warn'> };
  #opened: PushKey | undefined;

  constructor(parts: { readonly pool: Pool; readonly seal: Seal; readonly log: Pick<Logger, 'warn'> }) {
    this.#parts = parts;
  }

  async current(now: Date): Promise<PushKey> {
    const { pool, seal, log } = this.#parts;
    const known = await this.#read();
    if (known !== undefined) {
      if (this.#opened?.publicKey === known.public_key) return this.#opened;
      try {
        const privateKey = seal.open(known.sealed, PURPOSE).toString('utf8');
        return (this.#opened = { publicKey: known.public_key, privateKey });
      } catch (error) {
        log.warn(
          { err: error },
          'the key for push messages can’t be opened: it is replaced, and browsers subscribe again',
        );
      }
    }
    const made = webpush.generateVAPIDKeys();
    await pool.query(
      `with replaced as (delete from app.push_subscription where $4::text is not null)
       insert into app.push_key (public_key, sealed, made_at) values ($1, $2, $3)
       on conflict (the_only_row) do update set public_key = excluded.public_key, sealed = excluded.sealed, made_at = excluded.made_at
         where app.push_key.public_key = $4`,
      [made.publicKey, seal.seal(Buffer.from(made.privateKey, 'utf8'), PURPOSE), now, known?.public_key ?? null],
    );
    // Another process may have been first: what the database holds counts.
    const held = await this.#read();
    if (held === undefined) throw new Error('the key for push messages is gone');
    const privateKey = seal.open(held.sealed, PURPOSE).toString('utf8');
    return (this.#opened = { publicKey: held.public_key, privateKey });
  }

  async #read(): Promise<{ public_key: string; sealed: Buffer } | undefined> {
    const { rows } = await this.#parts.pool.query<{ public_key: string; sealed: Buffer }>(
      'select public_key, sealed from app.push_key',
    );
    return rows[0];
  }
}
