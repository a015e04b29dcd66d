import { type AnyTable, LOCKED, sqlName, type Where } from '@clearbook/domain/ledger';
import pg from 'pg';

/** The text of apps/api/sql/generated/read_rows.sql: for each table of which rows are asked for by their key, the function that locks and gives them. */
export function readRowsSql(tables: readonly AnyTable[] = LOCKED): string {
  return [
    `-- Made from the tables that packages/domain/src/modules declares, by npm run format. Not to be edited.
-- Rows by their keys, locked one after the other, as they are then. The server's role may not lock; these functions of the owner's do.
`,
    ...tables.map(readFunction),
  ].join('\n');
}

/** What is added to a condition on the row `t`. The values are the domain's own words. */
export function conditionsOf(where: Where): string {
  const words = (values: readonly unknown[]) => values.map((value) => pg.escapeLiteral(String(value))).join(', ');
  return Object.entries(where)
    .map(([column, values]) => ` and t.${sqlName(column)} ${values === null ? 'is null' : `in (${words(values)})`}`)
    .join('');
}

/** The condition that says in which book the row `t` is. */
export function inBook({ book: of }: AnyTable, book: string): string {
  if (of === 'site') return '';
  if (of === 'all') return 't.book = any(ledger.books()) and ';
  return of === 'own' ? `t.book = ${book} and ` : `t.book in (0, ${book}) and `;
}

function readFunction(table: AnyTable): string {
  const {
    sql,
    key: [key = ''],
    lock,
    where,
    book,
  } = table;
  const column = sqlName(key);
  const [given, types] =
    book === 'site' ? ['p_keys uuid[]', 'uuid[]'] : ['p_book smallint, p_keys uuid[]', 'smallint, uuid[]'];
  // Staff first: who waits for one of them holds no client.
  const order = book === 'shared' ? 't.book, ' : '';
  return `create or replace function ledger.read_${sql}(${given}) returns setof ledger.${sql}
language plpgsql security definer set search_path = ledger, pg_temp set plan_cache_mode = force_generic_plan as
$$
begin
  return query select t.* from ledger.${sql} t where ${inBook(table, 'p_book')}t.${column} = any(p_keys)${conditionsOf(where)} order by ${order}t.${column} for ${lock};
end
$$;
grant execute on function ledger.read_${sql}(${types}) to clearbook_app;
`;
}
