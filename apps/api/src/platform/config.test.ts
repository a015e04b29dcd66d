import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { systemClock } from './clock.ts';
import { ConfigError, readConfig, withoutDatabaseLogins, withPort } from './config.ts';
import { parseFilesUrl } from './files-url.ts';

function problems(env: Record<string, string>): string[] {
  try {
    readConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).problems;
  }
  return [];
}

const LIVE = {
  MODE: 'live',
  OPERATOR_LEGAL_NAME: 'Example Ltd',
  OPERATOR_ADDRESS: '1 Example Street',
  OPERATOR_REGISTRATION: '123456',
  OPERATOR_REGULATOR: 'Example Authority',
  OPERATOR_COMPLAINTS_EMAIL: 'complaints@clearbook.example',
  PUBLIC_URL: 'https://clearbook.example',
  TRUST_PROXY: '10.0.0.0/8',
  SMTP_URL: 'smtp://mail.clearbook.example:587',
  MARKET: 'live',
  MARKET_VENDOR_KEY: 'a-vendor-key',
  MARKET_SECOND_KEY: 'a-second-key',
};

describe('[O13] every variable has a default that works', () => {
  it('reads an empty environment', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://127.0.0.1:3000',
      allowedOrigins: ['http://127.0.0.1:3000', 'http://localhost:3000'],
      dataDir: resolve('data'),
      books: 1,
      mode: 'demo',
      seedDemo: true,
      market: 'simulated',
      marketReplayDirs: [],
      marketReplaySpeed: 1,
      coingeckoUrl: 'https://api.coingecko.com/api/v3',
      chartProvider: 'builtin',
      mailFrom: 'Clearbook <no-reply@localhost>',
      trustProxy: false,
      staffNetworks: [],
      rateLimits: true,
      logWitnesses: [],
      warnings: [],
    });
  });

  it('[U60] takes witnesses with the key of each, and none without', () => {
    const keys = [
      'one.example/w+1efe05e7+BAUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUF',
      'two.example/w+930616f8+BAUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUF',
    ];
    const read = readConfig({ LOG_WITNESSES: `https://one.example/ ${keys[0]}, http://two.example/w ${keys[1]}` });
    expect(read.logWitnesses).toEqual([
      { url: 'https://one.example', vkey: keys[0] },
      { url: 'http://two.example/w', vkey: keys[1] },
    ]);
    for (const bad of [
      `ftp://one.example ${keys[0]}`,
      `https://u:p@one.example ${keys[0]}`,
      `https://a.example ${keys[0]}, https://b.example ${keys[0]}`,
    ])
      expect(() => readConfig({ LOG_WITNESSES: bad }), bad).toThrow();
  });

  it('takes an empty variable as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', MODE: '' })).toEqual(readConfig({}));
  });

  it('reads given values', () => {
    const config = readConfig({
      PORT: '8080',
      BOOKS: '4',
      HOST: '0.0.0.0',
      PUBLIC_URL: 'https://clearbook.example/',
      DATABASE_URL: 'postgresql://clearbook:secret@db:5432/clearbook',
      DATABASE_OWNER_URL: 'postgres://owner:secret@/clearbook?host=/run/postgresql',
      ADMIN_EMAIL: 'admin@clearbook.example',
      ADMIN_PASSWORD: 'long enough',
      SEED_DEMO: 'false',
      MARKET: 'replay',
      MARKET_REPLAY_DIR: `${tmpdir()}, /`,
      MARKET_REPLAY_SPEED: '60.5',
      MARKET_SEED: 'a seed',
      TRUST_PROXY: '10.0.0.0/8, ::1',
      STAFF_NETWORKS: '10.8.0.0/16, 2001:db8::/32',
      RATE_LIMITS: 'off',
      MAIL_FROM: 'Desk <desk@clearbook.example>',
      METRICS_TOKEN: 'a-token-of-some-length',
      FILES_URL: 's3://key:secret@bucket?endpoint=https://s3.example',
    });
    expect(config).toMatchObject({
      port: 8080,
      books: 4,
      publicUrl: 'https://clearbook.example',
      allowedOrigins: ['https://clearbook.example'],
      seedDemo: false,
      marketReplayDirs: [tmpdir(), '/'],
      marketReplaySpeed: 60.5,
      trustProxy: '10.0.0.0/8,::1',
      staffNetworks: ['10.8.0.0/16', '2001:db8::/32'],
      rateLimits: false,
    });
    expect(withoutDatabaseLogins(config)).not.toHaveProperty('databaseUrl');
    expect(withoutDatabaseLogins(config)).not.toHaveProperty('databaseOwnerUrl');
  });

  it('knows its address once a free port is chosen', () => {
    expect(withPort(readConfig({ PORT: '0' }), 40123)).toMatchObject({
      port: 40123,
      publicUrl: 'http://127.0.0.1:40123',
      allowedOrigins: ['http://127.0.0.1:40123', 'http://localhost:40123'],
    });
    expect(withPort(readConfig({ PORT: '0', PUBLIC_URL: 'https://clearbook.example' }), 40123).publicUrl).toBe(
      'https://clearbook.example',
    );
  });
});

describe('[O14] a bad value stops the start with one plain sentence that does not repeat it', () => {
  const bad: [name: string, value: string][] = [
    ['BOOKS', '0'],
    ['BOOKS', '1001'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80a'],
    ['HOST', 'no host'],
    ['HOST', '999.1.1.1'],
    ['PUBLIC_URL', 'clearbook.example'],
    ['PUBLIC_URL', 'https://clearbook.example/path'],
    ['PUBLIC_URL', 'ftp://clearbook.example'],
    ['DATA_DIR', 'a\u0000b'],
    ['DATABASE_URL', 'mysql://a:b@c/d'],
    ['DATABASE_URL', 'postgresql://a:s3cret@host'],
    ['DATABASE_URL', 'postgresql://host/database'],
    ['MODE', 'production'],
    ['ADMIN_EMAIL', 'admin'],
    ['SEED_DEMO', 'yes'],
    ['MARKET', 'random'],
    ['MARKET_SEED', 'x'.repeat(129)],
    ['MARKET_REPLAY_DIR', '/does/not/exist'],
    ['MARKET_REPLAY_SPEED', '0'],
    ['MARKET_REPLAY_SPEED', 'fast'],
    ['COINGECKO_URL', 'api.coingecko.com'],
    ['COINGECKO_KEY', 'with a blank'],
    ['MARKET_VENDOR_KEY', 's3cret\u00e9'],
    ['MARKET_SECOND_KEY', 'short'],
    ['MARKET_VENDOR_URL', 'http://169.254.169.254'],
    ['MARKET_VENDOR_URL', 'https://vendor.example'],
    ['MARKET_VENDOR_URL', 'http://127.0.0.1:80/path'],
    ['SMTP_URL', 'http://mail'],
    ['FILES_URL', 's3://bucket'],
    ['CHART_PROVIDER', 'other'],
    ['MAIL_FROM', 'nobody'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['STAFF_NETWORKS', 'office'],
    ['STAFF_NETWORKS', '10.8.0.0/16,'],
    ['METRICS_TOKEN', 'short'],
    ['LOG_SIGNER', 'a-file'],
    ['LOG_SIGNER', 'file:relative'],
    ['LOG_SIGNER', 'https://signer.example'],
    ['LOG_WITNESSES', 'https://witness.example'],
    ['LOG_WITNESSES', 'file:///etc/passwd witness.example/w1+24b5d9fe+BAAA'],
    ['RATE_LIMITS', 'false'],
    ['LOG_LEVEL', 'loud'],
    ['FAKE_NOW', 'tomorrow'],
    ['FAKE_NOW', '2026-13-01T00:00:00Z'],
    ['FAKE_NOW', '+1y'],
  ];
  it.each(bad)('%s=%s', (name, value) => {
    const told = problems({ [name]: value });
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(new RegExp(`^${name} must be .+\\.$`));
    expect(told[0]).not.toContain('s3cret');
  });

  const pairs: [env: Record<string, string>, sentence: RegExp][] = [
    [{ DATABASE_OWNER_URL: 'postgresql://o:p@h/d' }, /^Set DATABASE_URL as well/],
    [{ ADMIN_EMAIL: 'a@b.example', ADMIN_PASSWORD: 'short' }, /^ADMIN_PASSWORD must be between 8/],
    [{ ADMIN_PASSWORD: 'long enough' }, /^Set ADMIN_EMAIL as well/],
    [{ MARKET: 'replay' }, /^Set MARKET_REPLAY_DIR/],
    [{ MARKET: 'live' }, /^Set MARKET_VENDOR_KEY to a key of Massive/],
    [{ MARKET: 'live', MARKET_VENDOR_KEY: 'a-vendor-key', FAKE_NOW: '+1h' }, /^Unset FAKE_NOW: live prices/],
    [{ NATS_URL: 'nats://127.0.0.1' }, /^Unset NATS_URL: .*PostgreSQL/],
    [{ OPERATOR_LEGAL_NAME: 'Example Ltd' }, /^Set OPERATOR_ADDRESS, OPERATOR_REGISTRATION, .* as well/],
  ];
  it.each(pairs)('%j', (env, sentence) => {
    const told = problems(env);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(sentence);
  });

  it('tells several at once', () => {
    expect(problems({ PORT: 'x', MODE: 'y', FAKE_NOW: 'z' })).toHaveLength(3);
  });
});

describe('[O15] live mode names each thing that is missing or forbidden', () => {
  it.each(Object.keys(LIVE).filter((name) => name !== 'MODE'))('without %s', (name) => {
    const { [name as keyof typeof LIVE]: _, ...rest } = LIVE;
    expect(problems(rest).some((each) => each.startsWith(`Set ${name}`))).toBe(true);
  });

  it.each([
    ['FAKE_NOW', '2026-01-01T00:00:00Z'],
    ['RATE_LIMITS', 'off'],
    ['ADMIN_PASSWORD', 'long enough'],
    ['SEED_DEMO', 'true'],
    ['MARKET_VENDOR_URL', 'http://127.0.0.1:8099'],
    ['COINGECKO_URL', 'https://prices.example'],
    ['COINGECKO_URL', 'http://api.coingecko.com/api/v3'],
  ])('with %s', (name, value) => {
    expect(problems({ ...LIVE, [name]: value }).filter((each) => each.startsWith(`Unset ${name}`))).toHaveLength(1);
  });

  it('refuses plain http', () => {
    expect(problems({ ...LIVE, PUBLIC_URL: 'http://clearbook.example' })[0]).toMatch(
      /^Set PUBLIC_URL to the https address/,
    );
  });

  it('names all of them at once', () => {
    expect(
      problems({ MODE: 'live', FAKE_NOW: '-2d', RATE_LIMITS: 'off', SEED_DEMO: 'true', ADMIN_PASSWORD: 'long enough' }),
    ).toHaveLength(14);
  });

  it('starts with all of them, and MARKET=live works in demo mode with the vendor’s key alone', () => {
    expect(problems(LIVE)).toEqual([]);
    expect(problems({ ...LIVE, COINGECKO_URL: 'https://pro-api.coingecko.com/api/v3' })).toEqual([]);
    expect(readConfig({ MARKET: 'live', MARKET_VENDOR_KEY: 'a-vendor-key' })).toMatchObject({
      mode: 'demo',
      market: 'live',
      marketVendorKey: 'a-vendor-key',
    });
  });
});

describe('[O60] files that the environment names', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clearbook-env-'));
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  afterAll(() => rmSync(folder, { recursive: true }));

  it('[O60] CLEARBOOK_ENV_FILE is read by whatever reads the configuration, and the environment wins over it', () => {
    const path = file('clearbook.env', '# a comment\nPORT=4001\nHOST="0.0.0.0"\nSEED_DEMO=false\n');
    expect(readConfig({ CLEARBOOK_ENV_FILE: path, PORT: '4002' })).toMatchObject({
      port: 4002,
      host: '0.0.0.0',
      seedDemo: false,
    });
  });

  it('[O60] nothing in the env file is passed over without a word: neither a name that nothing reads nor what follows a #', () => {
    const path = file('slips.env', 'STAFF_NETWORK=10.8.0.0/16\nBACKUP_PASSPHRASE=nine quiet boats # noon\nTZ=UTC\n');
    expect(problems({ CLEARBOOK_ENV_FILE: path })).toEqual([
      'Line 2 of CLEARBOOK_ENV_FILE has a # in it: put the value in quotes, or the comment on a line of its own.',
      'Nothing reads STAFF_NETWORK, which CLEARBOOK_ENV_FILE sets: correct its name, or take that line out.',
    ]);
    const quoted = file('quoted.env', 'BACKUP_PASSPHRASE="nine quiet boats # noon" # of last spring\n');
    expect(readConfig({ CLEARBOOK_ENV_FILE: quoted }).backupPassphrase).toBe('nine quiet boats # noon');
    // The environment has more in it than is ours.
    expect(problems({ STAFF_NETWORK: 'elsewhere' })).toEqual([]);
  });

  it('[O60] a secret may lie in a file of its own, named in the environment or in the env file', () => {
    const database = file('database', 'postgresql://a:b@h/d\n');
    const env = file('with-secrets.env', `DATABASE_URL_FILE=${database}\n`);
    expect(readConfig({ DATABASE_URL_FILE: database }).databaseUrl).toBe('postgresql://a:b@h/d');
    expect(readConfig({ CLEARBOOK_ENV_FILE: env }).databaseUrl).toBe('postgresql://a:b@h/d');
  });

  it('[O60] a file that cannot be read, and a secret that is given twice, stop the start with a sentence', () => {
    expect(problems({ CLEARBOOK_ENV_FILE: join(folder, 'none') })).toEqual([
      expect.stringMatching(/^CLEARBOOK_ENV_FILE names a file that this account cannot read/),
    ]);
    expect(problems({ SMTP_URL_FILE: join(folder, 'none') })).toEqual([
      expect.stringMatching(/^SMTP_URL_FILE names a file/),
    ]);
    const token = file('token', 'a-token-of-some-length');
    expect(problems({ METRICS_TOKEN: 'a-token-of-some-length', METRICS_TOKEN_FILE: token })).toEqual([
      'Set METRICS_TOKEN or METRICS_TOKEN_FILE, not both.',
    ]);
  });

  it('[O60] a secret’s file that is empty stops the start: it never counts as unset', () => {
    const empty = file('empty', '\n');
    expect(problems({ DATABASE_URL_FILE: empty })).toEqual([
      'DATABASE_URL_FILE names an empty file: write the secret into it, or unset DATABASE_URL_FILE.',
    ]);
  });
});

describe('[O56] whose word about the caller’s address counts', () => {
  const without = ({ TRUST_PROXY: _, ...env }: Record<string, string>) => env;

  it('[O56] live mode behind https does not start until TRUST_PROXY answers, and none is an answer', () => {
    expect(problems(without(LIVE))).toEqual([expect.stringMatching(/^Set TRUST_PROXY to the addresses of the proxy/)]);
    expect(problems({ ...LIVE, TRUST_PROXY: 'none' })).toEqual([]);
    expect(readConfig({ ...LIVE, TRUST_PROXY: 'none' }).trustProxy).toBe(false);
    expect(readConfig(LIVE).trustProxy).toBe('10.0.0.0/8');
  });

  it('[O56] a demo behind https starts and says what is missing', () => {
    const https = { PUBLIC_URL: 'https://demo.clearbook.example' };
    expect(readConfig(https).warnings).toEqual([expect.stringMatching(/^TRUST_PROXY is not set: /)]);
    expect(readConfig({ ...https, TRUST_PROXY: 'none' }).warnings).toEqual([]);
    expect(readConfig({ PUBLIC_URL: 'http://demo.clearbook.example' }).warnings).toEqual([]);
  });
});

describe('[A139] networks of staff', () => {
  it('[A139] are said to be nobody’s in particular where no proxy is named, in either mode', () => {
    const said = [expect.stringMatching(/^STAFF_NETWORKS is set and TRUST_PROXY is not: /)];
    const networks = { STAFF_NETWORKS: '198.51.100.0/24' };
    const { TRUST_PROXY: _, ...live } = LIVE;
    expect(readConfig(networks).warnings).toEqual(said);
    expect(problems({ ...live, ...networks })).toEqual([expect.stringMatching(/^Set TRUST_PROXY/)]);
    expect(readConfig({ ...LIVE, ...networks }).warnings).toEqual([]);
    expect(readConfig({ ...networks, TRUST_PROXY: 'none' }).warnings).toEqual([]);
  });
});

describe('[O16] FAKE_NOW', () => {
  it('stands still at a time', () => {
    const clock = systemClock(readConfig({ FAKE_NOW: '2026-01-05T12:00:00Z' }));
    expect(clock.now()).toEqual(new Date('2026-01-05T12:00:00Z'));
  });

  it.each([
    ['+3600s', 3_600_000],
    ['-2d', -172_800_000],
    ['+90m', 5_400_000],
  ])('runs with the offset %s', (value, offsetMs) => {
    const clock = systemClock(readConfig({ FAKE_NOW: value }));
    expect(Math.abs(clock.now().getTime() - Date.now() - offsetMs)).toBeLessThan(1_000);
  });
});

describe('[O17] FILES_URL', () => {
  it('names a bucket, a folder in it, its server and its keys', () => {
    expect(parseFilesUrl('s3://AK%2F1:se%2Bcret@proofs/a/b/?endpoint=https://s3.example:9000/&region=eu-1')).toEqual({
      endpoint: 'https://s3.example:9000',
      bucket: 'proofs',
      prefix: 'a/b/',
      region: 'eu-1',
      accessKeyId: 'AK/1',
      secretAccessKey: 'se+cret',
    });
  });

  it.each([
    's3://bucket?endpoint=https://h',
    's3://k:s@bucket',
    'https://k:s@bucket?endpoint=https://h',
    's3://k:s@b?endpoint=file:///etc',
  ])('refuses %s', (value) => expect(parseFilesUrl(value)).toBeUndefined());
});
