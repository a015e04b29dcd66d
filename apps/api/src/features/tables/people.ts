import type { ClientBase } from 'pg';

/** Up to so many people a search takes their rows together; beyond, it looks for the people of the newest rows instead. */
export const FEW_PEOPLE = 20_000;
/** Fewer people than this, looked at to see how common a part is, say nothing. */
const SAMPLE_AT_LEAST = 100;

/** The longest pieces that every email with `part` in it must have. `part` is in lower case and not empty. */
export function piecesOf(part: string): string[] {
  const letters = Array.from(part);
  const size = Math.min(3, letters.length);
  const pieces = new Set<string>();
  for (let i = 0; i + size <= letters.length; i += 1) pieces.add(letters.slice(i, i + size).join(''));
  return [...pieces];
}

/** `like` pattern for a part, with nothing special in it. */
export function patternOf(part: string): string {
  return `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/** Whose email holds a part: their ids as PostgreSQL writes an array (thousands of them need no parsing here), and how many. */
export type Found = { readonly ids: string; readonly people: number };

export async function findPeople(client: ClientBase, part: string): Promise<Found | 'nobody' | 'many'> {
  if (await isCommon(client, part)) return 'many';
  const { rows } = await client.query<{ ids: string | null; people: number }>(
    `select array_agg(w.id)::text as ids, count(*)::int as people
     from (select u.id from app.user u where app.pieces(u.email) @> $1::text[] and u.email like $2 limit $3) w`,
    [piecesOf(part), patternOf(part), FEW_PEOPLE + 1],
  );
  const [found] = rows;
  if (!found || found.ids === null) return 'nobody';
  return found.people > FEW_PEOPLE ? 'many' : { ids: found.ids, people: found.people };
}

/**
 * Whether half of the people on some pages of the table have this part: then the index of pieces would be read through only to find that there
 * are too many. On a small table that may find no page to look at, and the index is quick there.
 */
export async function isCommon(client: ClientBase, part: string): Promise<boolean> {
  const { rows } = await client.query<{ common: boolean }>(
    `select count(*) filter (where u.email like $1) * 2 > greatest(count(*), $2) as common from app.user u tablesample system (0.5)`,
    [patternOf(part), SAMPLE_AT_LEAST],
  );
  return rows[0]?.common === true;
}
