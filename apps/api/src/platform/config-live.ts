import type { Config } from './config.ts';
import type { Env, ValueReader } from './config-values.ts';

export const OPERATOR_VARIABLES = [
  'OPERATOR_LEGAL_NAME',
  'OPERATOR_ADDRESS',
  'OPERATOR_REGISTRATION',
  'OPERATOR_REGULATOR',
  'OPERATOR_COMPLAINTS_EMAIL',
] as const;

export const NO_LIVE_VENDOR =
  'MARKET=live cannot start: no forex and stock vendor with a key is configured or available in this version, so use MARKET=simulated or MARKET=replay in demo mode.';

/** Live mode keeps real money, so it starts only with its keeper's name on the door: names each missing or forbidden thing. */
export function liveProblems(env: Env, config: Config, read: ValueReader): void {
  for (const name of OPERATOR_VARIABLES) {
    if (!read.has(name)) read.problem(`Set ${name}: live mode names its operator on every page.`);
  }
  if (!config.publicUrl.startsWith('https://') && !read.failed('PUBLIC_URL')) {
    read.problem('Set PUBLIC_URL to the https address that clients use: live mode does not run over plain http.');
  }
  if (config.smtpUrl === undefined && !read.failed('SMTP_URL')) {
    read.problem('Set SMTP_URL: live mode sends real mail.');
  }
  if (config.market === 'live') read.problem(NO_LIVE_VENDOR);
  else {
    read.problem(
      'Set MARKET=live: live mode deals on real feeds only (this version has no forex and stock vendor, so live mode cannot start yet).',
    );
  }
  if (read.has('FAKE_NOW')) read.problem('Unset FAKE_NOW: live mode runs on the true time.');
  if (env['RATE_LIMITS']?.trim() === 'off') read.problem('Unset RATE_LIMITS: live mode keeps its rate limits on.');
  if (read.has('ADMIN_PASSWORD')) {
    read.problem('Unset ADMIN_PASSWORD: live mode sends the first administrator a link instead.');
  }
  if (env['SEED_DEMO']?.trim() === 'true') read.problem('Unset SEED_DEMO: live mode has no demo accounts.');
}
