#!/usr/bin/env node
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { COSIGNATURE } from '../src/keys.ts';
import { readTapes, readVerifierKey, Refused, verifyFile, verifyTape } from '../src/index.ts';
import type { Report } from '../src/index.ts';

const USAGE = `clearbook-verify FILE [--vkey KEY]... [--witness KEY]...
clearbook-verify tape ARCHIVE TAPE...

  FILE       an archive (zip) or the receipt of an entry (JSON)
  TAPE       a day of quotes as the site publishes it, ticks-SYMBOL-DAY.csv: every fill, order and stop of the
             archive that the given days cover is decided again from them
  --vkey     the log's verifier key, from somebody you trust; without it the one in the archive is taken
  --witness  the key of a witness that you trust

  0 everything was verified, 1 something is not as it should be, 2 the file could not be read
`;
const VERIFIED = 0;
const FAILED = 1;
const UNREADABLE = 2;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: {
      vkey: { type: 'string', multiple: true, default: [] },
      witness: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const [path, ...more] = positionals;
  if (path === 'tape' && more.length > 1 && !values.help) {
    // The signature is checked on the archive by itself: a key given here would seem to have been asked about.
    if (values.vkey.length + values.witness.length === 0) return tape(more);
    process.stderr.write('--vkey and --witness go with an archive or a receipt, not with tape.\n');
    return UNREADABLE;
  }
  if (values.help || path === undefined || positionals.length > 1) {
    process.stderr.write(USAGE);
    return values.help ? VERIFIED : UNREADABLE;
  }
  const keys = values.vkey.map(readVerifierKey);
  const witnesses = values.witness.map(readVerifierKey);
  for (const { name, type } of witnesses)
    if (type !== COSIGNATURE) throw new Refused('malformed', `The key of ${name} is not a witness’s.`);
  const trust = { witnesses, mustBeCosigned: witnesses.length > 0, ...(keys.length > 0 && { keys }) };
  return tell(await verifyFile(new Uint8Array(await readFile(path)), trust));
}

async function tape([archive = '', ...paths]: readonly string[]): Promise<number> {
  const read = async (path: string): Promise<Uint8Array> => new Uint8Array(await readFile(path));
  const files = await Promise.all(paths.map(async (path) => ({ name: basename(path), bytes: await read(path) })));
  return tell(await verifyTape(await read(archive), readTapes(files)));
}

function tell({ checks, passed }: Report): number {
  for (const { name, text, failures } of checks) {
    process.stdout.write(`${failures.length === 0 ? 'ok    ' : 'FAILED'} ${name}: ${text}\n`);
    for (const failure of failures) process.stdout.write(`       ${failure}\n`);
  }
  const failed = checks.filter(({ failures }) => failures.length > 0).length;
  process.stdout.write(
    passed ? `${checks.length} checks, all in order\n` : `${failed} of ${checks.length} checks failed\n`,
  );
  return passed ? VERIFIED : FAILED;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof Refused) && !(error instanceof Error && 'code' in error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = UNREADABLE;
}
