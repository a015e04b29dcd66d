import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { freshDatabase } from './database.ts';

/**
 * What the server's role may not do, asked of the catalogue: a table, function or view that a later migration adds is covered from
 * its first day.
 */
const db = await freshDatabase();
const relations =
  await list(`select format('%I.%I', n.nspname, c.relname) as name, (select quote_ident(attname) from pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = '' order by attnum limit 1) as extra
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and (n.nspname = 'ledger' or (n.nspname, c.relname) in (('app', 'instance'), ('public', 'schemaversion'))) order by 1`);
const views =
  await list(`select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('v', 'm') and n.nspname in ('ledger', 'app') order by 1`);
const functions =
  await list(`select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname in ('ledger', 'app') and has_function_privilege('clearbook_app', p.oid, 'EXECUTE') order by 1`);

const REFUSED = '42501';

afterAll(() => db.drop());

describe('the books, to the role that the server runs as', () => {
  it('[L15] the catalogue was read: the tables that matter are among those below', () => {
    const names = relations.map(({ name }) => name);
    for (const table of [
      'entry',
      'party',
      'command',
      'head',
      'quote',
      'closing_fill',
      'trade',
      'deposit',
      'withdrawal',
      'audit',
      'proposal',
      'house_delta',
      'house_balance',
    ]) {
      expect(names).toContain(`ledger.${table}`);
    }
  });

  for (const { name, extra: column } of relations) {
    it.each([
      ['INSERT', `insert into ${name} default values`],
      ['UPDATE', `update ${name} set ${column} = ${column}`],
      ['DELETE', `delete from ${name}`],
      ['TRUNCATE', `truncate ${name}`],
      ['COPY', `copy ${name} from stdin`],
      ['LOCK', `lock table ${name} in access exclusive mode`],
    ])(`[L15] ${name}: %s is refused`, async (_verb, sql) => {
      expect(await codeOf(sql)).toBe(REFUSED);
    });
  }

  it.each(relations.filter(({ name }) => name.startsWith('ledger.')))(
    '[L15] $name: a row lock outside the commit function is refused',
    async ({ name }) => {
      expect(await codeOf(`select 1 from ${name} for update`)).toBe(REFUSED);
    },
  );

  it.each(views)('[L15] $name: nothing is written through a view', async ({ name }) => {
    const { rows } = await db.pool.query(
      `select has_table_privilege($1, 'INSERT') or has_table_privilege($1, 'UPDATE') or has_table_privilege($1, 'DELETE') as may`,
      [name],
    );
    expect(rows).toEqual([{ may: false }]);
  });

  it('[L15] exactly these functions of the books may be executed', () => {
    expect(functions.map(({ name }) => name.replace(/\(.*/, '')).filter((name) => name.startsWith('ledger.'))).toEqual([
      'ledger.add_liability_tiles',
      'ledger.add_log_key',
      'ledger.advance_watch',
      'ledger.append_log',
      'ledger.asset_class',
      'ledger.balance_at',
      'ledger.begin_liabilities',
      'ledger.book_of',
      'ledger.books',
      'ledger.broken_leaves',
      'ledger.broken_links',
      'ledger.canonical_audit',
      'ledger.canonical_bar',
      'ledger.canonical_change',
      'ledger.canonical_entry',
      'ledger.canonical_fill',
      'ledger.canonical_head',
      'ledger.canonical_leaf',
      'ledger.canonical_liability',
      'ledger.canonical_minute',
      'ledger.canonical_of',
      'ledger.canonical_signal',
      'ledger.commit_batch',
      'ledger.config_name',
      'ledger.config_word',
      'ledger.configuration',
      'ledger.configured',
      'ledger.cool_down',
      'ledger.day_bounds',
      'ledger.day_differences',
      'ledger.day_figures',
      'ledger.declared_permissions',
      'ledger.end_liabilities',
      'ledger.erase_person',
      'ledger.fill_bytes',
      'ledger.fills_to_log',
      'ledger.finish_copy_tasks',
      'ledger.finish_shares',
      'ledger.fold_house',
      'ledger.forget_liabilities',
      'ledger.is_limited',
      'ledger.keep_cosignature',
      'ledger.last_before',
      'ledger.mark_statement',
      'ledger.may',
      'ledger.note_unwatched',
      'ledger.open_party',
      'ledger.outside_movements',
      'ledger.permissions_of',
      'ledger.plan_label',
      'ledger.plan_name',
      'ledger.prepare_day',
      'ledger.proposer_may',
      'ledger.publish_figures',
      'ledger.publish_signals',
      'ledger.quote_bytes',
      'ledger.read_copy',
      'ledger.read_deposit',
      'ledger.read_documented_funds',
      'ledger.read_loan',
      'ledger.read_margin_call',
      'ledger.read_party',
      'ledger.read_proposal',
      'ledger.read_trade',
      'ledger.read_trader',
      'ledger.read_withdrawal',
      'ledger.read_working_order',
      'ledger.record_audit',
      'ledger.record_bars',
      'ledger.record_corporate_action',
      'ledger.record_split',
      'ledger.recorded_bar',
      'ledger.release_limits',
      'ledger.released_alone',
      'ledger.replaced_at',
      'ledger.role_of',
      'ledger.send_back_day',
      'ledger.set_by',
      'ledger.sign_day',
      'ledger.sign_log',
      'ledger.stop_addresses',
      'ledger.stops',
      'ledger.unpacked_hour',
      'ledger.wrong_nights',
      'ledger.wrong_results',
    ]);
  });

  it('[L15] every function that runs with the owner’s rights has a search_path of its own that ends in pg_temp, and is not for everybody', async () => {
    const { rows } = await db.ownerPool.query(
      `select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('ledger', 'app') and p.prosecdef
         and (not exists (select 1 from unnest(p.proconfig) as c where c ~ '^search_path=.*pg_temp"?$') or has_function_privilege('public', p.oid, 'EXECUTE'))`,
    );
    expect(rows).toEqual([]);
  });

  it.each([
    ['becoming the owner', 'set role clearbook_owner'],
    ['switching triggers off', 'set session_replication_role = replica'],
    ['a table among the books', 'create table ledger.more (x int)'],
    ['a table anywhere', 'create table public.more (x int)'],
    ['a temporary table that could stand in for one', 'create temporary table entry (x int)'],
    ['another schema', 'create schema more'],
    [
      'a trigger on the books',
      'create trigger t after insert on ledger.entry for each row execute function app.mail_waiting()',
    ],
    ['a rule on the books', 'create rule r as on insert to ledger.entry do instead nothing'],
    [
      'another ledger function',
      'create or replace function ledger.fold_house() returns void language sql as $$ select $$',
    ],
    ['dropping a table', 'drop table ledger.entry'],
    ['dropping a floor', 'alter table ledger.party drop constraint party_cash_check'],
    ['giving itself rights', 'grant all on all tables in schema ledger to clearbook_app'],
    ['the number of the next audit row', "select setval('ledger.audit_number_seq', 1)"],
    ['reading files of the machine', "select pg_read_file('/etc/passwd')"],
    ['running programs on the machine', "copy (select 1) to program 'true'"],
  ])('[L15] %s is refused', async (_what, sql) => {
    const code = await codeOf(sql);
    // 42501: no right. Granting what one may not grant is only a warning in PostgreSQL, so there what counts is what changed.
    if (code === undefined)
      expect((await db.pool.query(`select has_table_privilege('ledger.entry', 'INSERT') as may`)).rows).toEqual([
        { may: false },
      ]);
    else expect(code).toBe(REFUSED);
  });

  it('[L15] what a database is for cannot be changed by its owner either', async () => {
    await db.ownerPool.query(
      `insert into app.instance (mode, market_source, market_seed, seed_given, generator_version) values ('demo', 'simulated', 'x', true, 1) on conflict do nothing`,
    );
    await expect(db.ownerPool.query(`update app.instance set mode = 'live'`)).rejects.toThrow(
      'the mode of a database never changes',
    );
    await expect(db.ownerPool.query('delete from app.instance')).rejects.toThrow(
      'the mode of a database never changes',
    );
  });
});

async function list(sql: string): Promise<{ name: string; extra: string }[]> {
  return (await db.ownerPool.query<{ name: string; extra: string }>(sql)).rows;
}

/** SQLSTATE of the refusal; undefined when the statement went through. Whatever it did is undone. */
async function codeOf(sql: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: db.url });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(sql);
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code;
  } finally {
    await client.query('rollback').catch(() => undefined);
    await client.end();
  }
}
