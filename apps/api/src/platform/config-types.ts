import type { LogLevel } from './log.ts';

export type FakeNow = { kind: 'fixed'; at: Date } | { kind: 'offset'; offsetMs: number };

export type Operator = {
  legalName: string;
  address: string;
  registration: string;
  regulator: string;
  complaintsEmail: string;
};

/** Everything an operator may set, checked. The names of the variables stand beside each line. */
export type Config = {
  port: number; // PORT, 0 asks for any free port
  host: string; // HOST
  publicUrl: string; // PUBLIC_URL, an origin without a trailing slash
  allowedOrigins: string[]; // publicUrl, and both spellings of the loopback address where PUBLIC_URL is not given
  dataDir: string; // DATA_DIR, absolute
  databaseUrl?: string; // DATABASE_URL
  databaseOwnerUrl?: string; // DATABASE_OWNER_URL
  books: number; // BOOKS, where the database is new
  mode: 'demo' | 'live'; // MODE
  operator?: Operator; // OPERATOR_…
  contactEmail?: string; // OPERATOR_CONTACT_EMAIL, or else OPERATOR_COMPLAINTS_EMAIL: always there in live mode
  lendingLicence?: string; // OPERATOR_LENDING_LICENCE
  adminEmail?: string; // ADMIN_EMAIL
  adminPassword?: string; // ADMIN_PASSWORD
  seedDemo: boolean; // SEED_DEMO
  market: 'simulated' | 'replay' | 'live'; // MARKET
  marketSeed?: string; // MARKET_SEED
  marketReplayDirs: string[]; // MARKET_REPLAY_DIR, absolute
  marketReplaySpeed: number; // MARKET_REPLAY_SPEED, times real time
  coingeckoUrl: string; // COINGECKO_URL, without a trailing slash
  coingeckoKey?: string; // COINGECKO_KEY
  marketVendorKey?: string; // MARKET_VENDOR_KEY, Massive's
  marketSecondKey?: string; // MARKET_SECOND_KEY, Twelve Data's
  marketVendorUrl?: string; // MARKET_VENDOR_URL, for tests: both vendors on this machine
  smtpUrl?: string; // SMTP_URL
  filesUrl?: string; // FILES_URL, see parseFilesUrl
  reportsDir?: string; // REPORTS_DIR, absolute
  screeningList?: string; // SCREENING_LIST, absolute
  fraudRules?: string; // FRAUD_RULES, absolute
  chartProvider: 'builtin' | 'tradingview'; // CHART_PROVIDER
  mailFrom: string; // MAIL_FROM
  trustProxy: string | false; // TRUST_PROXY, comma list of addresses and networks
  staffNetworks: readonly string[]; // STAFF_NETWORKS, empty: staff sign in from anywhere
  metricsToken?: string; // METRICS_TOKEN
  rateLimits: boolean; // RATE_LIMITS
  secretsKey?: string; // SECRETS_KEY
  backupPassphrase?: string; // BACKUP_PASSPHRASE, for backup and restore
  sealKey?: string; // SEAL_KEY, for restore: the content of the former DATA_DIR/secrets/seal
  logSigner?: { kind: 'file' | 'command'; path: string }; // LOG_SIGNER
  logWitnesses: readonly { url: string; vkey: string }[]; // LOG_WITNESSES
  fakeNow?: FakeNow; // FAKE_NOW
  logLevel?: LogLevel; // LOG_LEVEL
  warnings: string[]; // sentences about what works, and probably not as meant
};
