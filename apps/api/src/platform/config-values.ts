import { parseCosignerKey } from './tlog/index.ts';
import { accessSync, constants, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import type { FakeNow } from './config-types.ts';
import type { Env } from './environment.ts';
import { parseFilesUrl } from './files-url.ts';

const EMAIL = /^[^\s@<>,;:"()[\]\\]{1,64}@[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/i;
const HOSTNAME = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/i;
const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
/** An offset beyond a century is a slip of the finger, and would leave the range that dates print in. */
const MAX_OFFSET_MS = 100 * 366 * UNIT_MS.d;
const MIN_PASSWORD = 8;
const MAX_PASSWORD = 200;
const MIN_TOKEN = 16;
const MAX_REPLAY_SPEED = 100_000;
const MAX_BOOKS = 1_000;

/** Reads one variable after another and collects a plain sentence for every bad one, so that all are told at once. */
export class ValueReader {
  readonly problems: string[];
  readonly #env: Env;
  readonly #failed = new Set<string>();
  readonly #asked = new Set<string>();

  /** `problems`: sentences about the environment itself. */
  constructor(env: Env, problems: readonly string[] = []) {
    this.#env = env;
    this.problems = [...problems];
  }

  problem(sentence: string): void {
    this.problems.push(sentence);
  }

  has(name: string): boolean {
    return this.#raw(name) !== undefined;
  }

  /** Whether anything has asked for this variable. */
  reads(name: string): boolean {
    return this.#asked.has(name);
  }

  failed(name: string): boolean {
    return this.#failed.has(name);
  }

  text(name: string, maxLength: number): string | undefined {
    return this.#parse(name, `text of at most ${maxLength} characters without control characters`, (value) =>
      value.length <= maxLength && !/[\u0000-\u001f\u007f]/.test(value) ? value : undefined,
    );
  }

  choice<const T extends string>(name: string, allowed: readonly T[], byDefault: T): T {
    return this.oneOf(name, allowed) ?? byDefault;
  }

  oneOf<const T extends string>(name: string, allowed: readonly T[]): T | undefined {
    return this.#parse(name, listed(allowed), (value) => allowed.find((each) => each === value));
  }

  flag(name: string, [yes, no]: readonly [string, string], byDefault: boolean): boolean {
    const fallback = byDefault ? yes : no;
    return this.choice(name, [yes, no], fallback) === yes;
  }

  port(name: string, byDefault: number): number {
    const parsed = this.#parse(name, 'a port number between 0 and 65535', (value) =>
      /^\d{1,5}$/.test(value) && Number(value) <= 65_535 ? Number(value) : undefined,
    );
    return parsed ?? byDefault;
  }

  books(name: string, byDefault: number): number {
    const parsed = this.#parse(name, `a whole number between 1 and ${MAX_BOOKS}`, (value) =>
      /^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= MAX_BOOKS ? Number(value) : undefined,
    );
    return parsed ?? byDefault;
  }

  host(name: string, byDefault: string): string {
    const parsed = this.#parse(name, 'an address or host name to listen on, such as 127.0.0.1 or 0.0.0.0', (value) =>
      isIP(value) !== 0 || (HOSTNAME.test(value) && !/^[\d.]+$/.test(value)) ? value : undefined,
    );
    return parsed ?? byDefault;
  }

  /** Times real time, above 0 and at most 100,000. */
  speed(name: string, byDefault: number): number {
    const parsed = this.#parse(name, `a number above 0 and at most ${MAX_REPLAY_SPEED}`, (value) => {
      const speed = /^\d+(\.\d+)?$/.test(value) ? Number(value) : 0;
      return speed > 0 && speed <= MAX_REPLAY_SPEED ? speed : undefined;
    });
    return parsed ?? byDefault;
  }

  origin(name: string): string | undefined {
    return this.#parse(name, 'an address such as https://clearbook.example without a path', (value) => {
      const url = parseUrl(value, ['http:', 'https:']);
      const bare = url && url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
      return bare ? url.origin : undefined;
    });
  }

  httpUrl(name: string, byDefault: string): string {
    const parsed = this.#parse(name, 'an address that begins with http:// or https://', (value) => {
      const url = parseUrl(value, ['http:', 'https:']);
      return url && !url.search && !url.hash ? url.href.replace(/\/+$/, '') : undefined;
    });
    return parsed ?? byDefault;
  }

  /** An address of this machine: a test's own server, and nowhere that a request could be sent to by mistake. */
  ownMachineUrl(name: string): string | undefined {
    return this.#parse(name, 'an address of this machine such as http://127.0.0.1:8099', (value) => {
      const url = parseUrl(value, ['http:']);
      const own = url && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
      return own && url.pathname === '/' && !url.search && !url.hash && !url.username ? url.origin : undefined;
    });
  }

  /** A vendor's key, as it goes into a header. */
  vendorKey(name: string): string | undefined {
    return this.#parse(name, 'a key of 8 to 200 letters, digits or -_.~ signs', (value) =>
      /^[\w.~-]{8,200}$/.test(value) ? value : undefined,
    );
  }

  logSigner(name: string): { kind: 'file' | 'command'; path: string } | undefined {
    return this.#parse(name, 'file: or command: and an absolute path (file:/etc/clearbook/log-key)', (value) => {
      const [, kind, path] = /^(file|command):(\/[^\u0000-\u001f\u007f]{1,4000})$/.exec(value) ?? [];
      return path !== undefined && (kind === 'file' || kind === 'command') ? { kind, path } : undefined;
    });
  }

  /** Addresses with the verifier key behind each, and commas between them. */
  logWitnesses(name: string): readonly { url: string; vkey: string }[] {
    const shape = 'addresses with a witness’s verifier key behind each (https://witness.example NAME+ID+KEY, …)';
    const read = this.#parse(name, shape, (value) => {
      const list = value.split(',').map((each) => {
        const [address = '', vkey = '', ...more] = each.trim().split(/ +/);
        const url = parseUrl(address, ['https:', 'http:']);
        const plain = url !== undefined && !url.username && !url.password && !url.search && !url.hash;
        const sound = plain && more.length === 0 && parseCosignerKey(vkey) !== undefined;
        return sound ? { url: address.replace(/\/+$/, ''), vkey } : undefined;
      });
      const known = list.filter((each) => each !== undefined);
      const once = new Set(known.map(({ vkey }) => vkey)).size === list.length;
      return once ? known : undefined;
    });
    return read ?? [];
  }

  postgresUrl(name: string): string | undefined {
    const shape = 'an address such as postgresql://login:password@host:5432/database';
    return this.#parse(name, shape, (value) => {
      // Without a host (a socket in ?host=) the address has a form that URL refuses and PostgreSQL's own clients accept.
      const url = parseUrl(value.replace('@/', '@socket/'), ['postgres:', 'postgresql:']);
      const databaseName = url && /^\/[^/]+$/.test(url.pathname);
      return databaseName && url.username ? value : undefined;
    });
  }

  smtpUrl(name: string): string | undefined {
    return this.#parse(name, 'an address such as smtp://login:password@host:587 or smtps://host', (value) => {
      const url = parseUrl(value, ['smtp:', 'smtps:']);
      return url?.hostname ? value : undefined;
    });
  }

  filesUrl(name: string): string | undefined {
    const shape = 'an address such as s3://ACCESS_KEY:SECRET_KEY@bucket/prefix?endpoint=https://host&region=auto';
    return this.#parse(name, shape, (value) => (parseFilesUrl(value) ? value : undefined));
  }

  email(name: string): string | undefined {
    return this.#parse(name, 'an email address', (value) => (EMAIL.test(value) ? value : undefined));
  }

  /** An address with or without a name: `Clearbook <desk@clearbook.example>`. */
  mailbox(name: string): string | undefined {
    return this.#parse(name, 'a sender such as Clearbook <desk@clearbook.example>', (value) => {
      const address = /^[^<>\r\n]*<([^<>]+)>$/.exec(value)?.[1] ?? value;
      return EMAIL.test(address) ? value : undefined;
    });
  }

  password(name: string): string | undefined {
    return this.#parse(name, `between ${MIN_PASSWORD} and ${MAX_PASSWORD} characters long`, (value) =>
      value.length >= MIN_PASSWORD && value.length <= MAX_PASSWORD ? value : undefined,
    );
  }

  token(name: string): string | undefined {
    return this.#parse(name, `at least ${MIN_TOKEN} letters, digits or -_.~ signs`, (value) =>
      new RegExp(`^[\\w.~-]{${MIN_TOKEN},512}$`).test(value) ? value : undefined,
    );
  }

  /** Comma list of addresses and networks whose X-Forwarded-For counts; unset, none or off trusts nobody. */
  proxies(name: string): string | false {
    const shape = 'none, or a comma list of proxy addresses and networks such as 10.0.0.0/8,127.0.0.1';
    const parsed = this.#parse(name, shape, (value) => {
      if (value === 'none' || value === 'off') return 'none';
      const parts = value.split(',').map((part) => part.trim());
      return parts.every(isNetwork) ? parts.join(',') : undefined;
    });
    return parsed === undefined || parsed === 'none' ? false : parsed;
  }

  directory(name: string): string | undefined {
    return this.#parse(name, 'a folder that exists and this account may write to', (value) =>
      isWritableFolder(resolve(value)) ? resolve(value) : undefined,
    );
  }

  file(name: string): string | undefined {
    return this.#parse(name, 'a file that exists', (value) =>
      statSync(resolve(value), { throwIfNoEntry: false })?.isFile() === true ? resolve(value) : undefined,
    );
  }

  /** Comma list of addresses and networks. */
  networks(name: string): readonly string[] {
    const shape = 'a comma list of addresses and networks such as 10.0.0.0/8,2001:db8::/32';
    const parsed = this.#parse(name, shape, (value) => {
      const parts = value.split(',').map((part) => part.trim());
      return parts.every(isNetwork) ? parts : undefined;
    });
    return parsed ?? [];
  }

  directories(name: string): string[] {
    const parsed = this.#parse(name, 'a comma list of folders that exist', (value) => {
      const folders = value.split(',').map((part) => resolve(part.trim()));
      return folders.every((folder) => statSync(folder, { throwIfNoEntry: false })?.isDirectory())
        ? folders
        : undefined;
    });
    return parsed ?? [];
  }

  fakeNow(name: string): FakeNow | undefined {
    return this.#parse(name, 'a time such as 2026-01-05T12:00:00Z or an offset such as +90s, -2d', parseFakeNow);
  }

  #raw(name: string): string | undefined {
    this.#asked.add(name);
    const value = this.#env[name]?.trim();
    return value === '' ? undefined : value;
  }

  #parse<T>(name: string, shape: string, parse: (value: string) => T | undefined): T | undefined {
    const value = this.#raw(name);
    if (value === undefined) return undefined;
    const parsed = parse(value);
    if (parsed !== undefined) return parsed;
    this.#failed.add(name);
    // The value itself is not repeated: it may hold a password.
    this.problem(`${name} must be ${shape}.`);
    return undefined;
  }
}

function parseFakeNow(value: string): FakeNow | undefined {
  const offset = /^([+-])(\d{1,12})(s|m|h|d)$/.exec(value);
  if (offset) {
    const unit = offset[3] as keyof typeof UNIT_MS;
    const ms = Number(offset[2]) * UNIT_MS[unit];
    return ms <= MAX_OFFSET_MS ? { kind: 'offset', offsetMs: offset[1] === '-' ? -ms : ms } : undefined;
  }
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/.test(value)) return undefined;
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? undefined : { kind: 'fixed', at };
}

function parseUrl(value: string, protocols: string[]): URL | undefined {
  const url = URL.parse(value);
  return url && protocols.includes(url.protocol) ? url : undefined;
}

function isNetwork(part: string): boolean {
  const [address = '', bits, ...rest] = part.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function listed(allowed: readonly string[]): string {
  return allowed.length === 1 ? String(allowed[0]) : `${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1)}`;
}

function isWritableFolder(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
