-- One search for staff (docs/spec/manage.md, G70 to G73). Everything that it looks for has an index of its own, so that none of it reads a table.

-- The words of a name, in lower case and without accents, each at most 24 characters long.
create function app.name_words(p_text text) returns text[]
language sql immutable strict parallel safe set search_path = pg_catalog, pg_temp as
$$
  select coalesce(array_agg(distinct left(w.word, 24)), '{}')
  from regexp_split_to_table(lower(regexp_replace(normalize(p_text, NFD), '[\u0300-\u036f]', '', 'g')), '[\s.,;:_+@''"()/-]+') as w(word)
  where w.word <> ''
$$;
grant execute on function app.name_words(text) to clearbook_app;

-- A word, and every form of it that lacks one letter. Two words that differ by one letter, or by two that changed places, have a form in common:
-- a typo is found by equal keys, however many people there are. Words of three letters and less are too alike for it.
create function app.near_forms(p_word text) returns text[]
language sql immutable strict parallel safe set search_path = pg_catalog, pg_temp as
$$
  select array_agg(distinct f.form) from (
    select p_word as form
    union all select left(p_word, i - 1) || substr(p_word, i + 1) from generate_series(1, length(p_word)) as i where length(p_word) >= 4
  ) f
$$;
grant execute on function app.near_forms(text) to clearbook_app;

-- All keys of a person: `=` before a whole word, `^` before the beginning of one (three to twelve characters), and the near forms as they are.
create function app.person_keys(p_fullname text, p_username text, p_email text) returns text[]
language sql immutable strict parallel safe set search_path = pg_catalog, pg_temp as
$$
  select coalesce(array_agg(distinct k.key), '{}')
  from unnest(app.name_words(p_fullname || ' ' || p_username || ' ' || split_part(p_email, '@', 1))) as w(word)
  cross join lateral (
    select '=' || w.word as key
    union all select '^' || left(w.word, n) from generate_series(3, 12) as n where n <= length(w.word)
    union all select unnest(app.near_forms(w.word)) where length(w.word) >= 4
  ) k
$$;
grant execute on function app.person_keys(text, text, text) to clearbook_app;
create index user_person_keys on app."user" using gin (app.person_keys(fullname, username, email));
comment on index app.user_person_keys is 'People by a word of their name, username or email, by its beginning, or with one typo.';

-- What a payout's destination is recognised by: addresses, account numbers, tags and names, without blanks and dashes.
create function app.destination_keys(p_body jsonb) returns text[]
language sql immutable strict parallel safe set search_path = pg_catalog, pg_temp as
$$
  select coalesce(array_agg(distinct v.key), '{}')
  from (select lower(regexp_replace(e.value, '[\s-]', '', 'g')) as key from jsonb_each_text(p_body) as e where e.key not in ('coin', 'bankName')) v
  where length(v.key) >= 3
$$;
grant execute on function app.destination_keys(jsonb) to clearbook_app;
create index note_destination on app.note using gin (app.destination_keys(body)) where kind = 'destination';
comment on index app.note_destination is 'Withdrawals by where they go.';

create index withdrawal_reference on ledger.withdrawal (lower(payout_reference)) where payout_reference is not null;
comment on index ledger.withdrawal_reference is 'Payouts by their reference. Those that were paid alone are in it.';
create index withdrawal_amount on ledger.withdrawal (amount, id);
comment on index ledger.withdrawal_amount is 'Withdrawals of an amount, for the search of staff.';
create index deposit_amount on ledger.deposit (amount, id);
comment on index ledger.deposit_amount is 'Deposits of an amount, for the search of staff.';
