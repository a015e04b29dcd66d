import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { namedSql } from '@clearbook/domain/ledger';
import type pg from 'pg';
import { PlainError } from '../plain-error.ts';
import { readDoor } from './door-text.ts';

export const DOORS_DIR = fileURLToPath(new URL('../../../sql/', import.meta.url));

export type Door = { readonly name: string; readonly version: number; readonly sql: string; readonly sha256: string };
type Applied = { readonly name: string; readonly version: number; readonly sha256: string };

export function knownDoors(dir: string = DOORS_DIR): readonly Door[] {
  return doorFiles(dir).map((path) => {
    const text = readFileSync(path, 'utf8');
    const sql = namedSql(text);
    const sha256 = createHash('sha256').update(sql).digest('hex');
    return { name: basename(path, '.sql'), version: readDoor(text).version, sql, sha256 };
  });
}

/** Their files, by name, in whichever folder below. */
export function doorFiles(dir: string = DOORS_DIR): readonly string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sql'))
    .map((file) => join(dir, file))
    .toSorted((one, other) => (basename(one) < basename(other) ? -1 : 1));
}

/**
 * Says which of the database's doors come from a newer program than this one; undefined where none does. A door that this program does not
 * know is a newer one: a door that is given up keeps its file, which drops the function.
 */
export async function newerDoors(client: pg.ClientBase | pg.Pool, known: readonly Door[]): Promise<string | undefined> {
  return newerOf(await appliedDoors(client), known);
}

/**
 * Names of the doors whose text differs from what the database has.
 * @throws PlainError where the database has a newer one
 */
export async function changedDoors(client: pg.ClientBase, dir: string = DOORS_DIR): Promise<string[]> {
  return (await changed(client, dir)).map(({ name }) => name);
}

/**
 * Brings the functions of `dir` to their present text. Runs after the migrations, in the same transaction and under the same lock.
 * @returns the names of those that were replaced
 * @throws PlainError where the database has a newer one: nothing is replaced then
 */
export async function applyDoors(client: pg.ClientBase, dir: string = DOORS_DIR): Promise<string[]> {
  const doors = await changed(client, dir);
  if (doors.length === 0) return [];
  // One may name another that comes after it in the alphabet.
  await client.query('SET LOCAL check_function_bodies = off');
  // All of them where one differs: they name each other's types, which are made anew.
  for (const { name, version, sql, sha256 } of knownDoors(dir)) {
    try {
      await client.query(sql);
    } catch (error) {
      throw new Error(`The door ${name}.sql failed: ${String(error)}`, { cause: error });
    }
    await client.query(
      `INSERT INTO public.door (name, version, sha256) VALUES ($1, $2, $3)
       ON CONFLICT (name) DO UPDATE SET version = excluded.version, sha256 = excluded.sha256, at = now()`,
      [name, version, sha256],
    );
  }
  return doors.map(({ name }) => name);
}

async function changed(client: pg.ClientBase, dir: string): Promise<Door[]> {
  const applied = await appliedDoors(client);
  const known = knownDoors(dir);
  const newer = newerOf(applied, known);
  if (newer !== undefined) throw new PlainError(newer);
  const have = new Map(applied.map((row) => [row.name, row.sha256]));
  return known.filter(({ name, sha256 }) => have.get(name) !== sha256);
}

async function appliedDoors(client: pg.ClientBase | pg.Pool): Promise<Applied[]> {
  return (await client.query<Applied>('SELECT name, version, sha256 FROM public.door ORDER BY name')).rows;
}

function newerOf(applied: readonly Applied[], known: readonly Door[]): string | undefined {
  const brought = new Map(known.map(({ name, version }) => [name, version]));
  const newer = applied.find(({ name, version }) => version > (brought.get(name) ?? 0));
  if (newer === undefined) return undefined;
  const own = brought.get(newer.name);
  return `The database has version ${newer.version} of its function ${newer.name}, and this program ${own === undefined ? 'does not know it' : `brings version ${own}`}: start the newer program that made it.`;
}
