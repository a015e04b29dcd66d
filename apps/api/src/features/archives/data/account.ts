import { declared } from '../fields.ts';
import type { ArchiveFile } from '../file.ts';

/** Who the client is here, and what they chose. */
export const ACCOUNT_FILES: readonly ArchiveFile[] = [
  {
    name: 'profile',
    about: 'The client.',
    tables: ['app.user', 'ledger.party', 'ledger.party_book'],
    fields:
      declared(`id id, email text, username text, full_name text, created_at time, email_confirmed_at time?, verified flag, status text, book count,
      opened_at time, two_factor flag`),
    rows: `select u.id, u.email, u.username, u.fullname as full_name, u.created_at, u.email_confirmed_at, u.is_verified as verified, p.status, p.book, p.opened_at,
        exists (select from app.second_factor f where f.user_id = u.id and f.confirmed_at is not null) as two_factor
      from app.user u join ledger.party p on p.id = u.id where u.id = $1`,
  },
  {
    name: 'limits',
    about: 'A limit that the client set for themselves.',
    tables: ['ledger.client_limit'],
    fields: declared('kind text, amount money?, next_amount money?, next_at time?, set_at time'),
    rows: 'select kind, amount, next_amount, next_at, set_at from ledger.client_limit where client_id = $1 order by kind',
  },
  {
    name: 'time_outs',
    about: 'A break from trading that the client took.',
    tables: ['ledger.time_out'],
    fields: declared('kind text, started_at time, until time, return_at time?'),
    rows: 'select kind, started_at, until, return_at from ledger.time_out where client_id = $1 order by started_at',
  },
  {
    name: 'identity',
    about: 'An identity document and what became of it. Its picture is under documents.',
    tables: ['app.verification', 'app.verification_document'],
    fields: declared(`id id, side text, file_id id, state text, reason text?, submitted_at time, replaced_at time?`),
    rows: 'select id, side, file_id, state, reason, submitted_at, replaced_at from app.verification_document where user_id = $1 order by id',
  },
  {
    name: 'identity_dates',
    about: 'When the approved identity document expires and is looked at again, with what was recorded before.',
    tables: ['app.identity_dates'],
    fields: declared('id id, expires_on day?, review_on day, with_approval flag, recorded_at time, replaced_at time?'),
    rows: `select id, expires_on::text, review_on::text, approved as with_approval, recorded_at, replaced_at from app.identity_dates
      where user_id = $1 order by id`,
  },
  {
    name: 'personal_details',
    about: 'What the client said about themselves for the identity check, with what they said before.',
    tables: ['app.personal_details'],
    fields: declared(
      `id id, date_of_birth day, residence text, nationality text, street text, city text, postal_code text?, tax_number text?,
      source_of_funds text, source_detail text?, submitted_at time, replaced_at time?`,
    ),
    rows: `select id, date_of_birth::text, residence, nationality, street, city, postal_code, tax_number, source_of_funds, source_detail, submitted_at,
        replaced_at from app.personal_details where user_id = $1 order by id`,
  },
  {
    name: 'source_of_funds_documents',
    about: 'A document that the client sent to show where their money comes from. Its picture is under documents.',
    tables: ['app.funds_document'],
    fields: declared('id id, kind text, file_id id, submitted_at time, reviewed_at time?'),
    rows: 'select id, kind, file_id, submitted_at, reviewed_at from app.funds_document where user_id = $1 order by id',
  },
  {
    name: 'source_of_funds',
    about: 'Whether documents show where the client’s money comes from, as our team decided last.',
    tables: ['ledger.documented_funds'],
    fields: declared('documented flag, at time'),
    rows: 'select documented, at from ledger.documented_funds where client_id = $1',
  },
  {
    name: 'knowledge_check',
    about: 'What the client answered about trading before the first trade.',
    tables: ['app.knowledge_check'],
    fields: declared('answers object, passed flag, answered_at time, confirmed_at time?'),
    rows: 'select answers, passed, answered_at, confirmed_at from app.knowledge_check where client_id = $1',
  },
  {
    name: 'journal',
    about: 'What the client wrote about a trade.',
    tables: ['app.trade_note'],
    fields: declared('trade_id id, note text?, tags object, updated_at time'),
    rows: "select trade_id, note, jsonb_build_object('tags', tags) as tags, updated_at from app.trade_note where client_id = $1 order by trade_id",
  },
  {
    name: 'notifications',
    about: 'A notification: its kind and what it said. They are kept for a time.',
    tables: ['app.notification'],
    fields: declared('id id, kind text, values object, subject_id id?, at time, read_at time?'),
    rows: 'select id, kind, "values", subject_id, at, read_at from app.notification where user_id = $1 order by at, id',
  },
  {
    name: 'price_alerts',
    about: 'A price that the client wants to be told of.',
    tables: ['app.price_alert'],
    fields: declared(
      'id id, symbol text, kind text, level price, percent count?, base price?, repeats flag, state text, set_at time, expires_at time?, triggered_at time?, triggered_price price?, times count',
    ),
    rows: `select id, symbol, kind, level, percent, base, repeats, state, set_at, expires_at, triggered_at, triggered_price, times
      from app.price_alert where client_id = $1 order by set_at, id`,
  },
  {
    name: 'emails',
    about: 'An email to the client of the last two years: which one, and when it was sent.',
    tables: ['app.mail_outbox'],
    fields: declared('id id, template text, state text, created_at time, sent_at time?'),
    rows: 'select id, template, state, created_at, sent_at from app.mail_outbox where user_id = $1 order by created_at, id',
  },
  {
    name: 'sessions',
    about: 'A browser in which the client is signed in.',
    tables: ['app.session'],
    fields: declared('id id, created_at time, last_seen_at time, expires_at time, user_agent text'),
    rows: 'select id, created_at, last_seen_at, expires_at, user_agent from app.session where user_id = $1 order by created_at, id',
  },
  {
    name: 'passkeys',
    about: 'A passkey that the client signs in with: its name and times. The key itself is on the client’s device.',
    tables: ['app.passkey'],
    fields: declared('id id, name text, synced flag, added_at time, last_used_at time?, stopped_at time?'),
    rows: 'select id, name, synced, added_at, last_used_at, stopped_at from app.passkey where user_id = $1 order by id',
  },
  {
    name: 'documents',
    about: 'A picture or document that the client sent, and where it is in the archive.',
    tables: ['app.file'],
    fields: declared('id id, kind text, mime text, bytes count, sha256 text, created_at time, path text'),
    rows: `select id, kind, mime, bytes, encode(sha256, 'hex') as sha256, created_at, 'files/' || id || '.' || replace(split_part(mime, '/', 2), 'jpeg', 'jpg') as path
      from app.file where owner_id = $1 order by id`,
  },
  {
    name: 'settings',
    about: 'A choice of the client, by its name.',
    tables: [
      'app.watchlist',
      'app.chart_choice',
      'app.chart_drawings',
      'app.chart_layout',
      'app.saved_view',
      'app.signal_coverage',
      'app.mail_preference',
      'ledger.margin_call',
    ],
    fields: declared('name text, value object'),
    rows: `select name, value from (
        select 'watchlist' as name, jsonb_build_object('symbols', symbols) as value from app.watchlist where client_id = $1
        union all select 'chart', jsonb_build_object('choice', choice) from app.chart_choice where user_id = $1
        union all select 'drawings:' || symbol, jsonb_build_object('drawings', drawings) from app.chart_drawings where user_id = $1
        union all select 'layout:' || name, layout from app.chart_layout where user_id = $1
        union all select 'view:' || table_name || ':' || name, address from app.saved_view where user_id = $1
        union all select 'signals', jsonb_build_object('symbols', symbols) from app.signal_coverage where client_id = $1
        union all select 'emails', jsonb_build_object('own_doings', own_doings, 'price_alerts', price_alerts) from app.mail_preference where user_id = $1
        union all select 'margin_call', jsonb_build_object('levels', levels) from ledger.margin_call where client_id = $1) as s order by name`,
  },
];
