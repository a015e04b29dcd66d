import { SEARCH_HITS_MAX, type SearchGroupName, type SearchHit } from '@clearbook/contracts/search';
import { EVENTS } from '@clearbook/domain/ledger';
import type { ClientBase } from 'pg';
import { usd } from '../books/index.ts';
import { isCommon, patternOf, piecesOf } from '../tables/index.ts';
import type { Asked } from './asked.ts';
import { DEPOSITS_FOUND, ENTRIES_FOUND, nearPeople, PEOPLE, TRADES_FOUND, WITHDRAWALS_FOUND } from './statements.ts';

/** Words beyond these are not looked at. */
const WORDS_MAX = 4;
const EVENT_NAMES = new Map<number, string>(Object.entries(EVENTS).map(([name, code]) => [code, name]));

type Finder = (client: ClientBase, asked: Asked) => Promise<SearchHit[]>;
type Row = {
  id: string;
  client_id: string;
  amount: string | null;
  about?: string;
  event?: number;
  status: string | null;
  at: Date;
};
type Person = { id: string; email: string; fullname: string; username: string; status: string; created_at: Date };

/** The list is complete by its type: a group that nobody finds does not compile. */
export const FINDERS: Readonly<Record<SearchGroupName, Finder>> = {
  clients: findClients,
  deposits: (client, { id, cents, txid }) =>
    asks(id, cents, txid) ? records(client, DEPOSITS_FOUND, [id, cents, txid, SEARCH_HITS_MAX]) : none(),
  withdrawals: (client, { id, cents, reference, destination }) =>
    records(client, WITHDRAWALS_FOUND, [id, cents, reference, destination, SEARCH_HITS_MAX]),
  trades: (client, { id }) => (asks(id) ? records(client, TRADES_FOUND, [id]) : none()),
  entries: (client, { number }) => (asks(number) ? records(client, ENTRIES_FOUND, [number, SEARCH_HITS_MAX]) : none()),
};

const none = () => Promise.resolve<SearchHit[]>([]);
const asks = (...wanted: readonly (string | bigint | null)[]) => wanted.some((one) => one !== null);

async function findClients(client: ClientBase, { id, email, names }: Asked): Promise<SearchHit[]> {
  const part = email === null || (await isCommon(client, email)) ? null : email;
  const [pattern, pieces] = part === null ? [null, null] : [patternOf(part), piecesOf(part)];
  const { rows: found } = await client.query<{ id: string; rank: number }>(PEOPLE, [
    id,
    email,
    names,
    pattern,
    pieces,
    SEARCH_HITS_MAX,
  ]);
  const ids = found.map((row) => row.id);
  // Whoever has that very id or email was meant.
  const meant = found.some(({ rank }) => rank === 0);
  if (ids.length < SEARCH_HITS_MAX && !meant) ids.push(...(await near(client, names)));
  const people = await peopleOf(client, ids);
  return [...new Set(ids)].slice(0, SEARCH_HITS_MAX).flatMap((one) => {
    const person = people.get(one);
    if (person === undefined) return [];
    const { username: about, status } = person;
    return [{ id: one, ...whose(person), amount: null, about, status, at: person.created_at.toISOString() }];
  });
}

/** With a typo in a word, or none: whoever has the words as they were typed is found before. */
async function near(client: ClientBase, names: string): Promise<string[]> {
  const { rows } = await client.query<{ words: string[] }>('select app.name_words($1) as words', [names]);
  const words = (rows[0]?.words ?? []).slice(0, WORDS_MAX);
  if (!words.some((word) => word.length > 3)) return [];
  const { rows: found } = await client.query<{ id: string }>(nearPeople(words), [SEARCH_HITS_MAX * 2, ...words]);
  return found.map(({ id }) => id);
}

async function records(client: ClientBase, statement: string, values: unknown[]): Promise<SearchHit[]> {
  const { rows } = await client.query<Row>(statement, values);
  const people = await peopleOf(
    client,
    rows.map((row) => row.client_id),
  );
  return rows.flatMap((row) => {
    const person = people.get(row.client_id);
    if (person === undefined) return [];
    const about = row.about ?? EVENT_NAMES.get(row.event ?? 0) ?? 'unknown';
    const amount = row.amount === null ? null : usd(BigInt(row.amount));
    return [{ id: row.id, ...whose(person), amount, about, status: row.status, at: row.at.toISOString() }];
  });
}

async function peopleOf(client: ClientBase, ids: readonly string[]): Promise<Map<string, Person>> {
  if (ids.length === 0) return new Map();
  const { rows } = await client.query<Person>(
    `select u.id, u.email, u.fullname, u.username, p.status::text as status, u.created_at
     from app."user" u join ledger.party p on p.book = ledger.book_of(u.id) and p.id = u.id where u.id = any($1::uuid[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

function whose({ id, email, fullname }: Person) {
  return { user_id: id, user_email: email, user_fullname: fullname };
}
