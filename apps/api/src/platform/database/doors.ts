import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';

export const DOORS_DIR = fileURLToPath(new URL('../../../doors/', import.meta.url));

type Door = { readonly name: string; readonly sql: string; readonly sha256: string };

function knownDoors(dir: string): Door[] {
  return readdirSync(dir)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => {
      const sql = readFileSync(join(dir, file), 'utf8');
      return { name: basename(file, '.sql'), sql, sha256: createHash('sha256').update(sql).digest('hex') };
    });
}

/** Names of the doors whose text differs from what the database has. */
export async function changedDoors(client: pg.ClientBase, dir: string = DOORS_DIR): Promise<string[]> {
  return (await changed(client, dir)).map(({ name }) => name);
}

/**
 * Brings the functions of `dir` to their present text. Runs after the migrations, in the same transaction and under the same lock.
 * @returns the names of those that were replaced
 */
export async function applyDoors(client: pg.ClientBase, dir: string = DOORS_DIR): Promise<string[]> {
  const doors = await changed(client, dir);
  if (doors.length === 0) return [];
  // One may name another that comes after it in the alphabet.
  await client.query('SET LOCAL check_function_bodies = off');
  for (const { name, sql, sha256 } of doors) {
    try {
      await client.query(sql);
    } catch (error) {
      throw new Error(`The door ${name}.sql failed: ${String(error)}`, { cause: error });
    }
    await client.query(
      `INSERT INTO public.door (name, sha256) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET sha256 = excluded.sha256, at = now()`,
      [name, sha256],
    );
  }
  return doors.map(({ name }) => name);
}

async function changed(client: pg.ClientBase, dir: string): Promise<Door[]> {
  const { rows: here } = await client.query<{ here: boolean }>(`SELECT to_regclass('public.door') IS NOT NULL AS here`);
  if (!here[0]?.here) return [];
  const { rows } = await client.query<{ name: string; sha256: string }>('SELECT name, sha256 FROM public.door');
  const have = new Map(rows.map((row) => [row.name, row.sha256]));
  return knownDoors(dir).filter(({ name, sha256 }) => have.get(name) !== sha256);
}
