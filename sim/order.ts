import { isUnavailable } from '@clearbook/api/platform/database/pool.ts';
import type { Pool } from './faults.ts';

/** A command that the database holds the answer of, in the order in which its ledgers decided them. */
export type Stored = {
  readonly actorId: string;
  readonly key: string;
  readonly requestHash: string;
  readonly outcome: string;
  readonly at: Date;
  /** Of the batch. */
  readonly book: number;
};

/**
 * The database itself says in which order the commands of several processes took effect: a batch takes the head of the journal last and keeps
 * it until it has committed, so what is counted under that lock is the order of a book's commits; one that saw what another book had committed counts later. Inside a batch it is the order of the rows.
 * Nothing of this is visible to the ledger.
 */
export async function recordOrder(owner: Pool): Promise<void> {
  await owner.query(`
    create schema sim;
    create sequence sim.command_order;
    create table sim.taken (upto bigint not null);
    insert into sim.taken values (0);
    create table sim.batch (seq bigint generated always as identity, xid xid not null, book smallint not null);
    create function sim.note_batch() returns trigger language plpgsql security definer set search_path = sim, pg_temp as
      $$ begin insert into sim.batch (xid, book) values (pg_current_xact_id()::xid, new.book); return null; end $$;
    create trigger note_batch after update on ledger.head for each row execute function sim.note_batch();
    alter table ledger.command add column sim_order bigint not null default nextval('sim.command_order');
    create index command_sim_order on ledger.command (sim_order);
    grant usage on schema sim to public;
    grant usage on sequence sim.command_order to public`);
}

/** What was decided since the last call. Nothing may be under way meanwhile. */
export async function takeOrder(owner: Pool): Promise<Stored[]> {
  const { rows } = await patiently(() =>
    owner.query<{ party_id: string; key: string; hash: string; outcome: string; at: string; book: number }>(`
    select c.party_id, c.key, encode(c.request_hash, 'hex') as hash, c.outcome::text as outcome, (extract(epoch from c.at) * 1000)::bigint::text as at, b.book
    from sim.batch b join ledger.command c on c.xmin = b.xid
    where c.sim_order > (select upto from sim.taken)
    order by b.seq, c.sim_order`),
  );
  await patiently(() =>
    owner.query(`
    with gone as (delete from sim.batch) update sim.taken set upto = greatest(upto, (select coalesce(max(sim_order), 0) from ledger.command))`),
  );
  return rows.map((row) => ({
    actorId: row.party_id,
    key: row.key,
    requestHash: row.hash,
    outcome: row.outcome,
    at: new Date(Number(row.at)),
    book: row.book,
  }));
}

/** After a planned crash a connection of ours may still be a dead one. Both statements may be sent twice: nothing is under way. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (const until = performance.now() + 30_000; ;) {
    try {
      return await ask();
    } catch (error) {
      if (!isUnavailable(error) || performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
