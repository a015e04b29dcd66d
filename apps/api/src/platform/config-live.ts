import type { Config } from './config-types.ts';
import type { ValueReader } from './config-values.ts';
import type { Env } from './environment.ts';

export const OPERATOR_VARIABLES = [
  'OPERATOR_LEGAL_NAME',
  'OPERATOR_ADDRESS',
  'OPERATOR_REGISTRATION',
  'OPERATOR_REGULATOR',
  'OPERATOR_COMPLAINTS_EMAIL',
] as const;

/** The hosts that live prices may come from besides the vendors' own, which are constants of their adapters. */
const COINGECKO_HOSTS = new Set(['api.coingecko.com', 'pro-api.coingecko.com']);

/** What MARKET=live needs, in either mode. */
export function liveMarketProblems(config: Config, read: ValueReader): void {
  if (config.marketVendorKey === undefined && !read.failed('MARKET_VENDOR_KEY')) {
    read.problem(
      'Set MARKET_VENDOR_KEY to a key of Massive (massive.com): MARKET=live takes forex and stock prices from there.',
    );
  }
  if (config.mode === 'demo' && read.has('FAKE_NOW')) {
    read.problem('Unset FAKE_NOW: live prices run on the true time.');
  }
}

/** Live mode keeps real money, so it starts only with its keeper's name on the site: names each missing or forbidden thing. */
export function liveProblems(env: Env, config: Config, read: ValueReader): void {
  for (const name of OPERATOR_VARIABLES) {
    if (!read.has(name)) read.problem(`Set ${name}: live mode names its operator on every page.`);
  }
  if (!config.publicUrl.startsWith('https://') && !read.failed('PUBLIC_URL')) {
    read.problem('Set PUBLIC_URL to the https address that clients use: live mode does not run over plain http.');
  }
  if (asksForProxy(config, read)) {
    read.problem(
      'Set TRUST_PROXY to the addresses of the proxy that ends TLS, or to none where nothing stands in front: otherwise all clients share one address and one rate limit.',
    );
  }
  if (config.smtpUrl === undefined && !read.failed('SMTP_URL')) {
    read.problem('Set SMTP_URL: live mode sends real mail.');
  }
  if (config.market !== 'live') read.problem('Set MARKET=live: live mode deals on real prices only.');
  liveMarketProblems(config, read);
  if (config.marketSecondKey === undefined && !read.failed('MARKET_SECOND_KEY')) {
    read.problem(
      'Set MARKET_SECOND_KEY to a key of Twelve Data (twelvedata.com): live fills store what a second source said.',
    );
  }
  if (read.has('MARKET_VENDOR_URL')) {
    read.problem('Unset MARKET_VENDOR_URL: live mode takes prices from the vendors themselves.');
  }
  if (!COINGECKO_HOSTS.has(new URL(config.coingeckoUrl).hostname) || !config.coingeckoUrl.startsWith('https://')) {
    read.problem(
      'Unset COINGECKO_URL, or name api.coingecko.com or pro-api.coingecko.com by https: live mode asks nobody else.',
    );
  }
  if (read.has('FAKE_NOW')) read.problem('Unset FAKE_NOW: live mode runs on the true time.');
  if (env['RATE_LIMITS']?.trim() === 'off') read.problem('Unset RATE_LIMITS: live mode keeps its rate limits on.');
  if (read.has('ADMIN_PASSWORD')) {
    read.problem('Unset ADMIN_PASSWORD: live mode sends the first administrator a link instead.');
  }
  if (env['SEED_DEMO']?.trim() === 'true') read.problem('Unset SEED_DEMO: live mode has no demo accounts.');
}

/** What a demo starts with all the same, said to its operator. */
export function demoWarnings(config: Config, read: ValueReader): string[] {
  return asksForProxy(config, read)
    ? [
        'TRUST_PROXY is not set: behind a proxy all visitors share one address and one rate limit. Set it to the addresses of the proxy, or to none.',
      ]
    : [];
}

/** What either mode starts with all the same. Behind a proxy that nobody named, every visitor has its address, and so has all staff. */
export function networkWarnings(config: Config, read: ValueReader): string[] {
  return config.staffNetworks.length > 0 && !read.has('TRUST_PROXY')
    ? [
        'STAFF_NETWORKS is set and TRUST_PROXY is not: behind a proxy everybody seems to come from its own address, so staff are shut out, or everybody is let in as from there. Set TRUST_PROXY to the addresses of the proxy, or to none.',
      ]
    : [];
}

/** An https address is ended by a proxy, as a rule, and only its operator knows where that one is. */
function asksForProxy(config: Config, read: ValueReader): boolean {
  return config.publicUrl.startsWith('https://') && !read.has('TRUST_PROXY');
}
