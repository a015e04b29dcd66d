import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { createPool } from '../src/platform/database/pool.ts';
import { APP_ROLE, OWNER_ROLE } from '../src/platform/database/roles.ts';
import { databaseOf, withDatabase, withLogin } from '../src/platform/database/url.ts';
import { TEMPLATE_DATABASE } from './cluster-setup.ts';
import { ownedBy } from './owner-pools.ts';

export type FreshDatabase = {
  /** What the server has: the app role. */
  pool: pg.Pool;
  /** The owner of every table: for looking at what the app role may not see, and for planting faults. */
  ownerPool: pg.Pool;
  url: string;
  ownerUrl: string;
  /** A login that may create roles, as an operator would give it in DATABASE_URL. */
  superuserUrl: string;
  drop(): Promise<void>;
};

/**
 * A migrated database of its own, copied from the template in a fraction of a second. Call drop() in afterAll. A test of sixty thousand commits, none of
 * which a crash is to find again, need not wait until each is on disk.
 */
export async function freshDatabase({ durable = true }: { durable?: boolean } = {}): Promise<FreshDatabase> {
  const { appPassword, ownerPassword } = inject('cluster');
  const empty = await emptyDatabase();
  if (!durable)
    await runAsSuperuser(empty.url, [`ALTER DATABASE ${databaseOf(empty.url)} SET synchronous_commit = off`]);
  try {
    const url = withLogin(empty.url, { user: APP_ROLE, password: appPassword });
    const ownerUrl = withLogin(empty.url, { user: OWNER_ROLE, password: ownerPassword });
    const pool = createPool(url);
    const ownerPool = createPool(ownerUrl, undefined, { max: 4 });
    ownedBy(pool, ownerPool);
    return {
      pool,
      ownerPool,
      url,
      ownerUrl,
      superuserUrl: empty.url,
      drop: async () => {
        await Promise.all([pool.end(), ownerPool.end()]);
        await empty.drop();
      },
    };
  } catch (error) {
    await empty.drop();
    throw error;
  }
}

/**
 * As if this database had been made for live mode. The template was made for demo mode, and a site never changes its mode. Tests decide at times
 * of their own; L39 has its own test.
 */
export async function makeLive({ ownerPool }: FreshDatabase): Promise<void> {
  await ownerPool.query(
    `alter table app.instance disable trigger user;
     update app.instance set mode = 'live', market_source = 'live';
     alter table app.instance enable trigger user;
     create or replace function ledger.check_clock(p_now timestamptz) returns void language sql as ''`,
  );
}

/** A database of its own under the superuser's login: a copy of the template, or bare for tests of the first start. */
export async function emptyDatabase(
  template: string = TEMPLATE_DATABASE,
): Promise<{ url: string; drop(): Promise<void> }> {
  const { superuserUrl } = inject('cluster');
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  // Rights on a database as a whole are not copied from its template.
  await runAsSuperuser(superuserUrl, [
    `CREATE DATABASE ${name} TEMPLATE ${template}`,
    `REVOKE TEMPORARY ON DATABASE ${name} FROM PUBLIC`,
    `GRANT CREATE, TEMPORARY ON DATABASE ${name} TO ${OWNER_ROLE}`,
  ]);
  return {
    url: withDatabase(superuserUrl, name),
    drop: () => runAsSuperuser(superuserUrl, [`DROP DATABASE ${name} WITH (FORCE)`]),
  };
}

async function runAsSuperuser(url: string, statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
