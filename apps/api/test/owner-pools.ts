import type pg from 'pg';

/** The owner's connections to the database that a pool of the server's role is of. */
const owners = new WeakMap<pg.Pool, pg.Pool>();

export function ownedBy(pool: pg.Pool, owner: pg.Pool): void {
  owners.set(pool, owner);
}

/** Undefined for a pool of another kind: what it may do is its own. */
export function ownerOf(pool: pg.Pool): pg.Pool | undefined {
  return owners.get(pool);
}
