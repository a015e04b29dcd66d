import type { ClientBase } from 'pg';

/** Up to so many people a search takes their rows together; beyond, it looks for the people of the newest rows instead. */
export const FEW_PEOPLE = 20_000;

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

/** Whose email holds this part: their ids as PostgreSQL writes an array (thousands of them need no parsing here), or 'many'. */
export async function findPeople(client: ClientBase, part: string): Promise<string> {
  const { rows } = await client.query<{ ids: string | null; people: number }>(
    `select array_agg(w.id)::text as ids, count(*)::int as people
     from (select u.id from app.user u where app.pieces(u.email) @> $1::text[] and u.email like $2 limit $3) w`,
    [piecesOf(part), patternOf(part), FEW_PEOPLE + 1],
  );
  const [found] = rows;
  if (!found || found.ids === null) return 'nobody';
  return found.people > FEW_PEOPLE ? 'many' : found.ids;
}
