import { resolve } from 'node:path';
import { PlainError } from './plain-error.ts';
import { demoWarnings, liveMarketProblems, liveProblems, networkWarnings, OPERATOR_VARIABLES } from './config-live.ts';
import { ValueReader } from './config-values.ts';
import type { Config, Operator } from './config-types.ts';
import { LOG_LEVELS } from './log.ts';
import { type Env, isSecretFile, readEnvironment } from './environment.ts';

export type { Config, FakeNow, Operator } from './config-types.ts';

/** One plain sentence a problem; `problems` has them one by one, the message joins them with line breaks. */
export class ConfigError extends PlainError {
  override name = 'ConfigError';
  readonly problems: string[];

  constructor(problems: string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** Variables of the environment that something other than this program reads. */
const KNOWN_ELSEWHERE = new Set(['NODE_ENV', 'NODE_OPTIONS', 'TZ', 'LANG', 'LC_ALL', 'PATH']);

const LOOPBACK_HOSTS = new Set(['127.0.0.1', 'localhost', '::1', '0.0.0.0', '::']);

/**
 * Reads the configuration from the environment and the files that it names. An empty variable counts as unset.
 * @throws ConfigError naming every bad value, and in live mode every missing or forbidden one.
 */
export function readConfig(given: Env): Config {
  const { env, problems, named } = readEnvironment(given);
  const read = new ValueReader(env, problems);

  const mode = read.choice('MODE', ['demo', 'live'] as const, 'demo');
  const port = read.port('PORT', 3000);
  const host = read.host('HOST', '127.0.0.1');
  const givenUrl = read.origin('PUBLIC_URL');
  const publicUrl = givenUrl ?? `http://${urlHost(host)}:${port}`;
  const databaseUrl = read.postgresUrl('DATABASE_URL');
  const databaseOwnerUrl = read.postgresUrl('DATABASE_OWNER_URL');
  const market = read.choice('MARKET', ['simulated', 'replay', 'live'] as const, 'simulated');
  const adminEmail = read.email('ADMIN_EMAIL');
  const adminPassword = read.password('ADMIN_PASSWORD');
  const operator = readOperator(read, mode);
  const contactEmail = read.email('OPERATOR_CONTACT_EMAIL') ?? operator?.complaintsEmail;

  const config: Config = {
    port,
    host,
    publicUrl,
    allowedOrigins: givenUrl === undefined ? loopbackOrigins(publicUrl, host, port) : [publicUrl],
    ...(contactEmail !== undefined && { contactEmail }),
    dataDir: resolve(read.text('DATA_DIR', 4096) ?? './data'),
    books: read.books('BOOKS', 1),
    mode,
    seedDemo: read.flag('SEED_DEMO', ['true', 'false'], mode === 'demo'),
    market,
    marketReplayDirs: read.directories('MARKET_REPLAY_DIR'),
    marketReplaySpeed: read.speed('MARKET_REPLAY_SPEED', 1),
    coingeckoUrl: read.httpUrl('COINGECKO_URL', 'https://api.coingecko.com/api/v3'),
    chartProvider: read.choice('CHART_PROVIDER', ['builtin', 'tradingview'] as const, 'builtin'),
    mailFrom: read.mailbox('MAIL_FROM') ?? `Clearbook <no-reply@${mailHost(publicUrl)}>`,
    trustProxy: read.proxies('TRUST_PROXY'),
    staffNetworks: read.networks('STAFF_NETWORKS'),
    rateLimits: read.flag('RATE_LIMITS', ['on', 'off'], true),
    logWitnesses: read.logWitnesses('LOG_WITNESSES'),
    warnings: [],
    ...set('databaseUrl', databaseUrl),
    ...set('databaseOwnerUrl', databaseOwnerUrl),
    ...set('operator', operator),
    ...set('lendingLicence', read.text('OPERATOR_LENDING_LICENCE', 200)),
    ...set('adminEmail', adminEmail),
    ...set('adminPassword', adminPassword),
    ...set('marketSeed', read.text('MARKET_SEED', 128)),
    ...set('coingeckoKey', read.vendorKey('COINGECKO_KEY')),
    ...set('marketVendorKey', read.vendorKey('MARKET_VENDOR_KEY')),
    ...set('marketSecondKey', read.vendorKey('MARKET_SECOND_KEY')),
    ...set('marketVendorUrl', read.ownMachineUrl('MARKET_VENDOR_URL')),
    ...set('smtpUrl', read.smtpUrl('SMTP_URL')),
    ...set('filesUrl', read.filesUrl('FILES_URL')),
    ...set('reportsDir', read.directory('REPORTS_DIR')),
    ...set('screeningList', read.file('SCREENING_LIST')),
    ...set('fraudRules', read.file('FRAUD_RULES')),
    ...set('metricsToken', read.token('METRICS_TOKEN')),
    ...set('secretsKey', read.password('SECRETS_KEY')),
    ...set('backupPassphrase', read.password('BACKUP_PASSPHRASE')),
    ...set('sealKey', read.password('SEAL_KEY')),
    ...set('logLevel', read.oneOf('LOG_LEVEL', LOG_LEVELS)),
    ...set('logSigner', read.logSigner('LOG_SIGNER')),
    ...set('fakeNow', read.fakeNow('FAKE_NOW')),
  };

  if (read.text('NATS_URL', 4096) !== undefined) {
    read.problem('Unset NATS_URL: api processes share their events through PostgreSQL in this version.');
  }
  if (databaseOwnerUrl !== undefined && databaseUrl === undefined && !read.failed('DATABASE_URL')) {
    read.problem('Set DATABASE_URL as well: DATABASE_OWNER_URL only migrates the database that DATABASE_URL names.');
  }
  if (adminPassword !== undefined && adminEmail === undefined && mode === 'demo' && !read.failed('ADMIN_EMAIL')) {
    read.problem('Set ADMIN_EMAIL as well: ADMIN_PASSWORD belongs to the administrator it names.');
  }
  if (market === 'replay' && config.marketReplayDirs.length === 0 && !read.failed('MARKET_REPLAY_DIR')) {
    read.problem('Set MARKET_REPLAY_DIR to a folder of SYMBOL.csv files: MARKET=replay needs one.');
  }
  config.warnings.push(...networkWarnings(config, read));
  if (mode === 'demo') config.warnings.push(...demoWarnings(config, read));
  if (mode === 'live') liveProblems(env, config, read);
  else if (market === 'live') liveMarketProblems(config, read);

  refuseUnread(read, named);
  if (read.problems.length > 0) throw new ConfigError(read.problems);
  return config;
}

/** The configuration as the rest of the server may hold it: without the passwords of the database and the key made from one. */
export function withoutDatabaseLogins(config: Config): Config {
  const { databaseUrl: _url, databaseOwnerUrl: _ownerUrl, secretsKey: _key, ...others } = config;
  const { backupPassphrase: _passphrase, sealKey: _sealKey, ...rest } = others;
  return rest;
}

/** The same configuration on another port, for PORT=0 once a free port is known. */
export function withPort(config: Config, port: number): Config {
  const move = (origin: string) => (new URL(origin).port === '0' ? origin.replace(/:0$/, `:${port}`) : origin);
  return {
    ...config,
    port,
    publicUrl: move(config.publicUrl),
    allowedOrigins: config.allowedOrigins.map(move),
  };
}

function readOperator(read: ValueReader, mode: 'demo' | 'live'): Operator | undefined {
  const legalName = read.text('OPERATOR_LEGAL_NAME', 200);
  const address = read.text('OPERATOR_ADDRESS', 500);
  const registration = read.text('OPERATOR_REGISTRATION', 200);
  const regulator = read.text('OPERATOR_REGULATOR', 200);
  const complaintsEmail = read.email('OPERATOR_COMPLAINTS_EMAIL');
  if (legalName && address && registration && regulator && complaintsEmail) {
    return { legalName, address, registration, regulator, complaintsEmail };
  }
  const missing = OPERATOR_VARIABLES.filter((name) => !read.has(name));
  if (mode === 'demo' && missing.length > 0 && missing.length < OPERATOR_VARIABLES.length) {
    read.problem(`Set ${missing.join(', ')} as well, or none of the OPERATOR_ variables.`);
  }
  return undefined;
}

function loopbackOrigins(publicUrl: string, host: string, port: number): string[] {
  if (!LOOPBACK_HOSTS.has(host)) return [publicUrl];
  return [...new Set([publicUrl, `http://localhost:${port}`, `http://127.0.0.1:${port}`])];
}

function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function mailHost(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  return /^[\d.]+$|^\[/.test(hostname) ? 'localhost' : hostname;
}

function set<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { [P in K]: V });
}

/** A slip in a name would do without: an embedded database in place of the operator's, staff from any network. */
function refuseUnread(read: ValueReader, named: readonly string[]): void {
  for (const name of named)
    if (!read.reads(name) && !isSecretFile(name) && !KNOWN_ELSEWHERE.has(name))
      read.problem(`Nothing reads ${name}, which CLEARBOOK_ENV_FILE sets: correct its name, or take that line out.`);
}
