/** Of each way to match so many are looked at: the best of them are shown. */
const FEW_MATCHES = 40;

/** The expression of the index user_person_keys. */
const KEYS = 'app.person_keys(u.fullname, u.username, u.email)';

/**
 * People, best first: by id, by whole email, by whole words, by the beginnings of words, by a part of the email.
 * $1 id, $2 email, $3 names, $4 pattern of the email, $5 its pieces. Where somebody has the whole email, nobody is looked for by a part of it: it has so many
 * pieces that reading the index of them would take longest of all. Each part stops at a few matches, and beginnings are not looked for
 * where that many have the whole words: the index gives all that match, however few are taken.
 */
export const PEOPLE = `
  with words as (select app.name_words($3) as list),
  named as materialized (select u.id from app."user" u where ${KEYS} @> (select array_agg('=' || w) from words, unnest(list) w) limit ${FEW_MATCHES})
  select found.id, min(found.rank)::int as rank from (
    select u.id, 0 as rank from app."user" u where u.id = $1::uuid
    union all select u.id, 0 from app."user" u where u.email = $2::text
    union all select id, 1 from named
    union all (select u.id, 2 from app."user" u where (select count(*) from named) < ${FEW_MATCHES}
      and ${KEYS} @> (select array_agg(case when length(w) < 3 then '=' || w else '^' || left(w, 12) end) from words, unnest(list) w) limit ${FEW_MATCHES})
    union all (select u.id, 3 from app."user" u where app.pieces(u.email) @> $5::text[] and u.email like $4::text
      and not exists (select from app."user" w where w.email = $2::text) limit ${FEW_MATCHES})
  ) found group by found.id order by rank, found.id desc limit $6`;

/** People of whom every word that was typed is one typo away from a word of theirs. $1 the words, at most four; shorter ones are taken as they are. */
export function nearPeople(words: readonly string[]): string {
  const each = words.map((word, index) =>
    word.length < 4 ? `${KEYS} @> array['=' || $${index + 2}::text]` : `${KEYS} && app.near_forms($${index + 2}::text)`,
  );
  return `select u.id, 4 as rank from app."user" u where ${each.join(' and ')} limit $1`;
}

const PAYMENT = `x.id, x.client_id, x.amount, x.method::text as about, x.status::text as status, x.created_at as at`;

/** $1 id, $2 cents, $3 transaction, $4 how many. */
export const DEPOSITS_FOUND = `
  select ${PAYMENT} from ledger.deposit x where x.book = any(ledger.books()) and x.id = any(array(
    select $1::uuid where $1::uuid is not null
    union select p.deposit_id from ledger.credited_payment p where p.method = any(enum_range(null::ledger.deposit_method)) and p.txid = $3::text
    union (select d.id from ledger.deposit d where d.amount = $2::bigint order by d.id desc limit $4)))
  order by x.id desc limit $4`;

/** $1 id, $2 cents, $3 reference, $4 destination, $5 how many. */
export const WITHDRAWALS_FOUND = `
  select ${PAYMENT} from ledger.withdrawal x where x.book = any(ledger.books()) and x.id = any(array(
    select $1::uuid where $1::uuid is not null
    union (select w.id from ledger.withdrawal w where lower(w.payout_reference) = $3::text limit $5)
    union (select n.subject_id from app.note n where n.kind = 'destination' and app.destination_keys(n.body) @> array[$4::text] limit ${FEW_MATCHES})
    union (select w.id from ledger.withdrawal w where w.amount = $2::bigint order by w.id desc limit $5)))
  order by x.id desc limit $5`;

/** $1 id. */
export const TRADES_FOUND = `
  select x.id, x.client_id, x.collateral as amount, x.symbol as about, x.status::text as status, x.opened_at as at
  from ledger.trade x where x.book = any(ledger.books()) and x.id = $1::uuid`;

/** $1 number. */
export const ENTRIES_FOUND = `
  select x.number::text as id, x.client_id, null::bigint as amount, x.event, null::text as status, x.at
  from ledger.entry x where x.book = any(ledger.books()) and x.number = $1::bigint order by x.book limit $2`;
