import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { Logger } from '../../platform/log.ts';
import { PlainError } from '../../platform/plain-error.ts';
import type { Seal } from '../../platform/seal.ts';
import { isSignedBy, parseVkey, signerOf, type Verifier, vkeyOf } from '../../platform/tlog/index.ts';
import { transaction } from '../../platform/transaction.ts';
import { type ListedKey, readKeys } from './log.query.ts';
import type { LogSigner } from './sequencer.ts';

const SEED_BYTES = 32;
const DAY_MS = 86_400_000;
/** How long a former key signs beside the new one, so that whoever knows the former alone has time to learn of the other. */
export const OVERLAP_MS = 30 * DAY_MS;

/** A key that this server does not hold: it is asked for a signature line under each text. */
export type OutsideSigner = { vkey(): Promise<string>; sign(text: string): Promise<string> };

export type LogKeyDeps = {
  readonly pool: Pool;
  readonly seal: Seal;
  readonly log: Pick<Logger, 'warn'>;
  /** What the log is called where this is its first start: the address that it is served under, without the scheme. */
  readonly origin: string;
  readonly outside?: OutsideSigner | undefined;
};

/** What a log is called, as tlog-tiles asks. It keeps the first name. */
export function originOf(publicUrl: string): string {
  return `${new URL(publicUrl).host}/log`;
}

const purposeOf = (keyId: Buffer): string => `log-key:${keyId.toString('hex')}`;

/**
 * The keys that this installation signs its log with. The first is made with the installation and lies sealed in the database, or is LOG_SIGNER's. A key that
 * can't be opened is a warning and no stop: the log goes on unsigned, and so does everything else.
 */
export class LogKeys {
  readonly #deps: LogKeyDeps;
  readonly #opened = new Map<string, LogSigner>();
  readonly #told = new Set<string>();
  #outside: Verifier | undefined;

  constructor(deps: LogKeyDeps) {
    this.#deps = deps;
  }

  /** Those that sign now, the newest first. Made where there is none yet. */
  async signers(now: Date): Promise<readonly LogSigner[]> {
    const outside = await this.#readOutside();
    let keys = await readKeys(this.#deps.pool);
    if (keys.length === 0) {
      await this.#add(undefined, now, now);
      keys = await readKeys(this.#deps.pool);
    }
    if (outside !== undefined && !keys.some(({ id }) => id.equals(outside.id)))
      this.#tell(outside.id, 'LOG_SIGNER has another key than the log: npm run log -- rotate makes it the log’s.');
    const signing = keys.filter(({ until }) => until === null || until > now);
    const signers = await Promise.all(signing.map((key) => this.#signerOf(key)));
    return signers.filter((each) => each !== undefined);
  }

  /**
   * A new key signs from now on, LOG_SIGNER's where that is another one. The former stays listed, and signs along for a while unless it must not any more.
   * @returns its verifier key
   */
  async rotate(now: Date, { atOnce }: { readonly atOnce: boolean }): Promise<string> {
    await this.signers(now);
    const [former] = await readKeys(this.#deps.pool);
    const vkey = await this.#add(former, new Date(now.getTime() + (atOnce ? 0 : OVERLAP_MS)), now);
    if (vkey === undefined)
      throw new PlainError('The log got another key at the same moment: look at /log/vkey first.');
    return vkey;
  }

  async #add(former: ListedKey | undefined, formerUntil: Date, now: Date): Promise<string | undefined> {
    const { pool, seal, origin } = this.#deps;
    const outside = await this.#readOutside();
    if (outside !== undefined && former !== undefined && outside.id.equals(former.id))
      throw new PlainError('LOG_SIGNER still has the key that the log has: give it the new one first.');
    const seed = randomBytes(SEED_BYTES);
    const key = outside ?? signerOf(former?.name ?? origin, seed);
    if (former !== undefined && key.name !== former.name)
      throw new PlainError(
        `The log is called ${former.name}, and a key of that name must sign it: LOG_SIGNER's is ${key.name}.`,
      );
    return transaction(pool, async (client) => {
      const { rows } = await client.query<{ done: boolean }>(
        'select ledger.add_log_key($1, $2, $3, $4, $5, $6) as done',
        [key.name, former?.id ?? null, formerUntil, key.id, vkeyOf(key), now],
      );
      if (rows[0]?.done !== true) return undefined;
      if (outside === undefined)
        await client.query('insert into app.log_secret (key_id, sealed) values ($1, $2)', [
          key.id,
          seal.seal(seed, purposeOf(key.id)),
        ]);
      return vkeyOf(key);
    });
  }

  async #readOutside(): Promise<Verifier | undefined> {
    const { outside } = this.#deps;
    if (outside === undefined || this.#outside !== undefined) return this.#outside;
    const vkey = (await outside.vkey()).trim();
    const verifier = parseVkey(vkey);
    if (verifier === undefined)
      throw new PlainError('LOG_SIGNER gives no verifier key in the format of a signed note.');
    this.#outside = verifier;
    return verifier;
  }

  async #signerOf(key: ListedKey): Promise<LogSigner | undefined> {
    const { outside } = this.#deps;
    if (outside !== undefined && this.#outside?.id.equals(key.id) === true)
      return checked(key, (text) => outside.sign(text));
    const known = this.#opened.get(key.id.toString('hex'));
    if (known !== undefined) return known;
    try {
      const signer = signerOf(key.name, await this.#openSeed(key.id));
      const opened = checked(key, (text) => Promise.resolve(signer.sign(text)));
      this.#opened.set(key.id.toString('hex'), opened);
      return opened;
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown';
      this.#tell(
        key.id,
        `A key of the log cannot be opened, and nothing is signed with it (${reason}): put the former sealing key or LOG_SIGNER back, or npm run log -- rotate.`,
      );
      return undefined;
    }
  }

  async #openSeed(keyId: Buffer): Promise<Buffer> {
    const { pool, seal } = this.#deps;
    const { rows } = await pool.query<{ sealed: Buffer }>('select sealed from app.log_secret where key_id = $1', [
      keyId,
    ]);
    if (rows[0] === undefined) throw new Error('it is not in this database');
    return seal.open(rows[0].sealed, purposeOf(keyId));
  }

  #tell(keyId: Buffer, sentence: string): void {
    const key = keyId.toString('hex');
    if (this.#told.has(key)) return;
    this.#told.add(key);
    this.#deps.log.warn({ key }, sentence);
  }
}

/** Whoever signs: a line that is not this key's signature is an error here, and never a checkpoint. */
function checked(key: Verifier, sign: (text: string) => Promise<string>): LogSigner {
  return {
    keyId: key.id,
    async sign(text) {
      const line = await sign(text);
      if (!isSignedBy(key, text, line)) throw new Error(`what should sign the log did not sign it as ${vkeyOf(key)}`);
      return line;
    },
  };
}
