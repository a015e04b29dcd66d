import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

export type Env = Record<string, string | undefined>;

/** What an orchestrator hands over as files (`DATABASE_URL_FILE=/run/secrets/database`), so that it stands in no list of processes. */
const SECRETS = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'ADMIN_PASSWORD',
  'MARKET_SEED',
  'MARKET_VENDOR_KEY',
  'MARKET_SECOND_KEY',
  'COINGECKO_KEY',
  'SMTP_URL',
  'FILES_URL',
  'METRICS_TOKEN',
  'SECRETS_KEY',
  'BACKUP_PASSPHRASE',
  'SEAL_KEY',
] as const;

/**
 * The environment of any command: the variables of CLEARBOOK_ENV_FILE where one is named, those of the process before them, and secrets from
 * the files that `…_FILE` names. A plain sentence for each file that cannot be used.
 */
export function readEnvironment(given: Env): { env: Env; problems: string[] } {
  const problems: string[] = [];
  const path = given['CLEARBOOK_ENV_FILE']?.trim();
  const lines = path ? textOf('CLEARBOOK_ENV_FILE', path, problems) : undefined;
  const env: Env = { ...(lines === undefined ? {} : parseEnv(lines)), ...given };
  for (const name of SECRETS) {
    const file = env[`${name}_FILE`]?.trim();
    if (!file) continue;
    if (env[name]?.trim()) {
      problems.push(`Set ${name} or ${name}_FILE, not both.`);
      continue;
    }
    const secret = textOf(`${name}_FILE`, file, problems)?.trim();
    // As unset it would do without: an embedded database in place of the operator's, a key of its own.
    if (secret === '')
      problems.push(`${name}_FILE names an empty file: write the secret into it, or unset ${name}_FILE.`);
    env[name] = secret;
  }
  return { env, problems };
}

function textOf(name: string, path: string, problems: string[]): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    problems.push(`${name} names a file that this account cannot read: correct the path, or let it be read.`);
    return undefined;
  }
}
