import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { namedSql } from '@clearbook/domain/ledger';
import type pg from 'pg';
import { PlainError } from '../plain-error.ts';
import { readFunction } from './function-text.ts';

export const FUNCTIONS_DIR = fileURLToPath(new URL('../../../sql/', import.meta.url));

export type LedgerFunction = {
  readonly name: string;
  readonly version: number;
  readonly sql: string;
  readonly sha256: string;
};
type Applied = { readonly name: string; readonly version: number; readonly sha256: string };

export function knownFunctions(dir: string = FUNCTIONS_DIR): readonly LedgerFunction[] {
  return functionFiles(dir).map((path) => {
    const text = readFileSync(path, 'utf8');
    const sql = namedSql(text);
    const sha256 = createHash('sha256').update(sql).digest('hex');
    return { name: basename(path, '.sql'), version: readFunction(text).version, sql, sha256 };
  });
}

/** Their files, by name, in whichever folder below. */
export function functionFiles(dir: string = FUNCTIONS_DIR): readonly string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sql'))
    .map((file) => join(dir, file))
    .toSorted((one, other) => (basename(one) < basename(other) ? -1 : 1));
}

/**
 * Says which of the ledger functions come from a newer program than this one; undefined where none does. A ledger function that this program does not
 * know is a newer one: a ledger function that is given up keeps its file, which drops the function.
 */
export async function newerFunctions(
  client: pg.ClientBase | pg.Pool,
  known: readonly LedgerFunction[],
): Promise<string | undefined> {
  return newerOf(await appliedFunctions(client), known);
}

/**
 * Names of the ledger functions whose text differs from what the database has.
 * @throws PlainError where the database has a newer one
 */
export async function changedFunctions(client: pg.ClientBase, dir: string = FUNCTIONS_DIR): Promise<string[]> {
  return (await changed(client, dir)).map(({ name }) => name);
}

/**
 * Brings the functions of `dir` to their present text. Runs after the migrations, in the same transaction and under the same lock.
 * @returns the names of those that were replaced
 * @throws PlainError where the database has a newer one: nothing is replaced then
 */
export async function applyFunctions(client: pg.ClientBase, dir: string = FUNCTIONS_DIR): Promise<string[]> {
  const functions = await changed(client, dir);
  if (functions.length === 0) return [];
  // One may name another that comes after it in the alphabet.
  await client.query('SET LOCAL check_function_bodies = off');
  // All of them where one differs: they name each other's types, which are made anew.
  for (const { name, version, sql, sha256 } of knownFunctions(dir)) {
    try {
      await client.query(sql);
    } catch (error) {
      throw new Error(`The ledger function ${name}.sql failed: ${String(error)}`, { cause: error });
    }
    await client.query(
      `INSERT INTO public.ledger_function (name, version, sha256) VALUES ($1, $2, $3)
       ON CONFLICT (name) DO UPDATE SET version = excluded.version, sha256 = excluded.sha256, at = now()`,
      [name, version, sha256],
    );
  }
  return functions.map(({ name }) => name);
}

async function changed(client: pg.ClientBase, dir: string): Promise<LedgerFunction[]> {
  const applied = await appliedFunctions(client);
  const known = knownFunctions(dir);
  const newer = newerOf(applied, known);
  if (newer !== undefined) throw new PlainError(newer);
  const have = new Map(applied.map((row) => [row.name, row.sha256]));
  return known.filter(({ name, sha256 }) => have.get(name) !== sha256);
}

async function appliedFunctions(client: pg.ClientBase | pg.Pool): Promise<Applied[]> {
  return (await client.query<Applied>('SELECT name, version, sha256 FROM public.ledger_function ORDER BY name')).rows;
}

function newerOf(applied: readonly Applied[], known: readonly LedgerFunction[]): string | undefined {
  const brought = new Map(known.map(({ name, version }) => [name, version]));
  const newer = applied.find(({ name, version }) => version > (brought.get(name) ?? 0));
  if (newer === undefined) return undefined;
  const own = brought.get(newer.name);
  return `The database has version ${newer.version} of its function ${newer.name}, and this program ${own === undefined ? 'does not know it' : `brings version ${own}`}: start the newer program that made it.`;
}
