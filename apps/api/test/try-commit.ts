import { hash } from 'node:crypto';
import { ACCOUNTS, EVENTS, storedIn, TABLES } from '@clearbook/domain/ledger';
import type { Account, EventName } from '@clearbook/domain/ledger';
import type pg from 'pg';
import { v7 as newId } from 'uuid';

type Row = Readonly<Record<string, unknown>>;

export type CommitEntry = {
  event: EventName;
  client: string;
  subject: string;
  corrects?: string | null;
  postings: [Account, number][];
};
export type CommitCall = {
  now?: Date;
  entries: CommitEntry[];
  /** Lines beside those of the entries, as they stand: number of the entry, account, amount. */
  lines?: (number | null)[][];
  rows?: Record<string, unknown[]> | undefined;
  key?: string;
  /** Left out: the first. */
  book?: number;
  /** To whom the answer of the batch is; left out: to staff. */
  actor?: string;
};
/** One call of the commit function in a transaction of its own. The refusal's SQLSTATE, the rule that a row breaks, or 'accepted'. */
export type TryCommit = (call: CommitCall) => Promise<string>;

type Amount = number | bigint | string;

/** A value of a row as it is to be, how much is added to what it is, or that it loses what so many of the row's open lots have of it. */
function valueOf(given: unknown, name: string, now: Readonly<Record<string, unknown>>): unknown {
  if (given === null || typeof given !== 'object') return given;
  const present = (of: string) => BigInt((now[of] ?? 0) as Amount);
  if ('plus' in given) return String(present(name) + BigInt(given.plus as Amount));
  if (!('shareOf' in given)) return given;
  // Of one that is closed, nothing.
  const open = present('open_lots') || 1n;
  return String(present(name) - (present(name) * BigInt(given.shareOf as Amount)) / open);
}

/** Talks to the commit function directly, as a server gone wrong would, in the name of `staff`. */
export async function commitTester(pool: pg.Pool, staff: string, usualNow: Date): Promise<TryCommit> {
  // The commit function's parameters by name: tables that every batch writes have one of their own, the others share p_rows.
  const { rows: found } = await pool.query<{ names: string[]; shapes: Record<string, string> }>(
    `select proargnames as names, (select coalesce(json_object_agg(p.name, t.typelem::regtype), '{}') from unnest(proargnames, proargtypes) as p(name, type)
       join pg_type t on t.oid = p.type join pg_type row on row.oid = t.typelem and row.typtype = 'c') as shapes
     from pg_proc where oid = 'ledger.commit_batch'::regproc`,
  );
  const { names: parameters = [], shapes = {} } = found[0] ?? {};
  const imaged = new Map(TABLES.map((table) => [table.name.slice(table.name.indexOf('.') + 1), table]));
  /** The row as it is, with what the call says of it. */
  const completed = async (table: string, row: Row): Promise<Row> => {
    const declared = imaged.get(table);
    if (declared === undefined) throw new Error(`no module declares ${table}`);
    const key = declared.key.map((column) => column.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
    const { rows: present } = await pool.query<{ row: Row }>(
      `select to_jsonb(t) as row from ${storedIn(declared)} t where array[${key.map((column) => `t.${column}::text`).join(', ')}] = $1`,
      [key.map((column) => row[column])],
    );
    const now = present[0]?.row ?? {};
    return {
      ...now,
      ...Object.fromEntries(Object.entries(row).map(([name, value]) => [name, valueOf(value, name, now)])),
    };
  };
  return async ({ now = usualNow, entries, lines: bare = [], rows = {}, key = newId(), book = 1, actor = staff }) => {
    const drafts = entries.map(({ event, client, subject, corrects, postings }, i) => {
      const lines = [
        ...postings.map(([account, amount]) => [ACCOUNTS[account], amount]),
        ...bare.flatMap(([entry, account, amount]) => (entry === i + 1 ? [[account, amount]] : [])),
      ];
      return {
        event: EVENTS[event],
        client_id: client,
        subject_id: subject,
        actor_id: staff,
        corrects: corrects ?? null,
        accounts: lines.map(([account]) => account),
        amounts: lines.map(([, amount]) => amount),
      };
    });
    const answer = { party_id: actor, key, request_hash: hash('sha256', key), outcome: { ok: true, result: {} } };
    const values: Record<string, unknown> = {
      p_now: now,
      p_entries: JSON.stringify(drafts),
      p_answers: JSON.stringify([answer]),
      p_book: book,
    };
    const images: Record<string, unknown[]> = {};
    for (const [table, list] of Object.entries(rows)) {
      if (parameters.includes(`p_${table}`)) values[`p_${table}`] = JSON.stringify(list);
      else images[table] = await Promise.all(list.map((row) => completed(table, row as Row)));
    }
    values['p_rows'] = Object.keys(images).length > 0 ? JSON.stringify(images) : null;
    const given = parameters
      .map((name, i) => {
        if (name === 'p_rows') return `p_rows => jsonb_populate_record(null::ledger.batch_rows, $${i + 1}::jsonb)`;
        const shape = shapes[name];
        if (shape === undefined) return `${name} => $${i + 1}`;
        return `${name} => (select array_agg(r) from jsonb_populate_recordset(null::${shape}, $${i + 1}::jsonb) as r)`;
      })
      .join(', ');
    try {
      await pool.query(
        `select ledger.commit_batch(${given})`,
        parameters.map((name) => values[name] ?? null),
      );
      return 'accepted';
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      return code === 'CB100' ? message.slice(message.lastIndexOf(' ') + 1) : (code ?? String(error));
    }
  };
}
