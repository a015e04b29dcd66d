import pg from 'pg';

/** Median of a single-row insert that is on disk when it answers, in milliseconds: what one durable write costs on this machine now. */
export async function medianDurableInsertMs(url: string, rows = 400): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      'create schema if not exists tpcb; create table if not exists tpcb.single (id bigint generated always as identity primary key, note text)',
    );
    const took: number[] = [];
    for (let i = 0; i < rows; i++) {
      const started = performance.now();
      await client.query({ name: 'one', text: 'insert into tpcb.single (note) values ($1)', values: ['one row'] });
      took.push(performance.now() - started);
    }
    return took.toSorted((a, b) => a - b)[rows >> 1] ?? Number.NaN;
  } finally {
    await client.end();
  }
}
