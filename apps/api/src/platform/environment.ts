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

/** Whether a variable is the name of a secret’s file. */
export const isSecretFile = (name: string): boolean => SECRETS.some((secret) => name === `${secret}_FILE`);

/** Quoted as a whole, with nothing but a comment behind it. */
const QUOTED = /^\s*(?:export\s+)?[\w.-]+\s*=\s*(?:"[^"]*"|'[^']*'|`[^`]*`)\s*(?:#.*)?$/;
const ASSIGNED = /^\s*(?:export\s+)?[\w.-]+\s*=/;

/**
 * The environment of any command: the variables of CLEARBOOK_ENV_FILE where one is named, those of the process before them, and secrets from
 * the files that `…_FILE` names. A plain sentence for each file that cannot be used. `named` are the variables of CLEARBOOK_ENV_FILE, which is
 * for this program alone.
 */
export function readEnvironment(given: Env): { env: Env; problems: string[]; named: readonly string[] } {
  const problems: string[] = [];
  const path = given['CLEARBOOK_ENV_FILE']?.trim();
  const lines = path ? textOf('CLEARBOOK_ENV_FILE', path, problems) : undefined;
  for (const [i, line] of (lines ?? '').split(/\r?\n/).entries())
    // What follows it would be cut off without a word, of a passphrase too.
    if (ASSIGNED.test(line) && line.includes('#') && !QUOTED.test(line))
      problems.push(
        `Line ${i + 1} of CLEARBOOK_ENV_FILE has a # in it: put the value in quotes, or the comment on a line of its own.`,
      );
  const named = lines === undefined ? {} : parseEnv(lines);
  const env: Env = { ...named, ...given };
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
  return { env, problems, named: Object.keys(named) };
}

function textOf(name: string, path: string, problems: string[]): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    problems.push(`${name} names a file that this account cannot read: correct the path, or let it be read.`);
    return undefined;
  }
}
