import pg from 'pg';
import type { Site } from './site.ts';

/** A copy of the site's database, taken and put back while its server is down: what an operator's backup comes to. */
export async function copyOf(site: Site): Promise<{ putBack(): Promise<void> }> {
  const { host, port, user, password, database } = await site.database((client) => Promise.resolve(client));
  if (database === undefined) throw new Error('the site has no database');
  const copy = `${database}_copy`;
  const beside = async (...steps: string[]): Promise<void> => {
    const client = new pg.Client({ host, port, user, password: password ?? undefined, database: 'postgres' });
    await client.connect();
    try {
      for (const step of steps) await client.query(step);
    } finally {
      await client.end();
    }
  };
  await beside(`create database "${copy}" template "${database}"`);
  return {
    putBack: () =>
      beside(`drop database "${database}" with (force)`, `alter database "${copy}" rename to "${database}"`),
  };
}
