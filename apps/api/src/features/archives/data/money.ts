import { ACCOUNTS, EVENTS } from '@clearbook/domain/ledger';
import { declared } from '../fields.ts';
import type { ArchiveFile } from '../file.ts';

/** What came in, went out, was lent, bought and shared. */
export const MONEY_FILES: readonly ArchiveFile[] = [
  {
    name: 'deposits',
    about:
      'A deposit. pay_units and received_units count the smallest units of the coin; rates are dollars for one coin.',
    tables: ['ledger.deposit'],
    fields:
      declared(`id id, amount money, method text, status text, address text?, pay_units whole?, rate price?, rate_source text?, expires_at time?,
      proof_file id?, proof_at time?, received_units whole?, receipt_rate price?, late_rate price?, rest_rate price?, received_at time?,
      credited money?, txid text?, output_index count?, created_at time, decided_at time?, reason text?`),
    rows: `select d.id, d.amount, d.method, d.status, d.address, d.pay_units, d.rate, d.rate_source, d.expires_at, d.proof_file, d.proof_at, d.received_units, d.receipt_rate,
        d.late_rate, d.rest_rate, d.received_at, d.credited, d.txid, d.output_index, d.created_at, d.decided_at, n.body ->> 'text' as reason
      from ledger.deposit d left join app.note n on n.subject_id = d.id and n.kind = 'reason' where d.client_id = $1 order by d.id`,
  },
  {
    name: 'withdrawals',
    about: 'A withdrawal, its fee and where it went.',
    tables: ['ledger.withdrawal'],
    fields:
      declared(`id id, amount money, fee_bps count, fee money, method text, coin text?, status text, destination object?, payout_reference text?,
      not_received flag, created_at time, requested_at time?, decided_at time?, returned_at time?, reason text?`),
    rows: `select w.id, w.amount, w.fee_bps, w.fee, w.method, w.coin, w.status, d.body as destination, w.payout_reference, w.not_received, w.created_at, w.requested_at,
        w.decided_at, w.returned_at, n.body ->> 'text' as reason
      from ledger.withdrawal w left join app.note n on n.subject_id = w.id and n.kind = 'reason' left join app.note d on d.subject_id = w.id and d.kind = 'destination'
      where w.client_id = $1 order by w.id`,
  },
  {
    name: 'holds',
    about: 'What delayed a payout: its ground, and until when.',
    tables: ['ledger.hold'],
    fields: declared(
      `id id, code text, reference text, placed_at time, set_at time, ends_at time, renewals count, lifted_at time?`,
    ),
    rows: 'select id, code, reference, placed_at, set_at, ends_at, renewals, lifted_at from ledger.hold where client_id = $1 order by placed_at, id',
  },
  {
    name: 'adjustments',
    about: 'A correction by staff, with its reason. A positive amount was added.',
    tables: ['app.note'],
    fields: declared('entry whole, at time, corrects whole?, amount money, reason text?'),
    rows: `select e.number as entry, e.at, e.corrects, -(select sum(l.amount) from unnest(e.accounts, e.amounts) as l(account, amount) where l.account = ${ACCOUNTS.cash}) as amount,
        n.body ->> 'text' as reason
      from ledger.entry e left join app.note n on n.subject_id = e.subject_id and n.kind = 'reason' where e.client_id = $1 and e.event = ${EVENTS.adjustment} order by e.number`,
  },
  {
    name: 'loans',
    about: 'A loan, and what is owed of it.',
    tables: ['ledger.loan'],
    fields:
      declared(`id id, level count, amount money, term_days count, status text, principal money, interest money, charged money, repaid money, written_off money,
      approved_on day?, due_on day?, interest_through day?, called_at time?, created_at time, decided_at time?, closed_at time?, application object?,
      reason text?`),
    rows: `select l.id, l.level, l.amount, l.term_days, l.status, l.principal, l.interest, l.charged, l.repaid, l.written_off, l.approved_on::text, l.due_on::text,
        l.interest_through::text, l.called_at, l.created_at, l.decided_at, l.closed_at, a.body as application, n.body ->> 'text' as reason
      from ledger.loan l left join app.note n on n.subject_id = l.id and n.kind = 'reason' left join app.note a on a.subject_id = l.id and a.kind = 'loan'
      where l.client_id = $1 order by l.id`,
  },
  {
    name: 'purchases',
    about: 'A package or signal plan that was bought, and what it changed.',
    tables: ['ledger.purchase'],
    fields:
      declared(`id id, kind text, plan_id text, name text, price money, cash_before money, markup_before count?, markup_after count?, ceiling_before count?,
      ceiling_after count?, percent_before count?, percent_after count?, unlimited_before time?, unlimited_after time?, at time`),
    rows: `select id, kind, plan_id, name, price, cash_before, markup_before, markup_after, ceiling_before, ceiling_after, percent_before, percent_after, unlimited_before,
        unlimited_after, at
      from ledger.purchase where client_id = $1 order by id`,
  },
  {
    name: 'copies',
    about: 'A copy of a trader.',
    tables: ['ledger.copy'],
    fields:
      declared(`id id, trader_id id, lead_id id, bot flag, allotment money, stop_loss money?, copy_open flag, profit_share_bps count, status text, cause text?,
      held money, result money, high_water money, shared money, shared_month day?, started_at time, stopped_at time?`),
    rows: `select id, trader_id, lead_id, bot, allotment, stop_loss, copy_open, profit_share_bps, status, cause, held, result, high_water, shared, shared_month::text,
        started_at, stopped_at
      from ledger.copy where client_id = $1 order by id`,
  },
  {
    name: 'copy_shares',
    about: 'A month’s profit share of a copy.',
    tables: ['ledger.copy_share'],
    fields: declared('copy_id id, month day, amount money, high_before money, high_after money, at time'),
    rows: `select s.copy_id, s.month::text, s.amount, s.high_before, s.high_after, s.at from ledger.copy c join ledger.copy_share s on (s.book, s.copy_id) = (c.book, c.id)
      where c.client_id = $1 order by s.copy_id, s.month`,
  },
  {
    name: 'kept_trades',
    about: 'A trade that the client kept when its copy stopped: what it was worth then, and the quotes that say so.',
    tables: ['ledger.kept_trade'],
    fields: declared('trade_id id, copy_id id, value money, quote_id text, conversion_quote_id text?, at time'),
    rows: `select k.trade_id, k.copy_id, k.value, k.quote_id, k.conversion_quote_id, k.at from ledger.copy c
      join ledger.kept_trade k on (k.book, k.copy_id) = (c.book, c.id) where c.client_id = $1 order by k.copy_id, k.trade_id`,
  },
  {
    name: 'copy_skips',
    about: 'A trader’s trade that was not mirrored, and why.',
    tables: ['ledger.copy_skip'],
    fields: declared('copy_id id, lead_trade_id id, reason text, at time'),
    rows: `select s.copy_id, s.lead_trade_id, s.reason, s.at from ledger.copy c join ledger.copy_skip s on (s.book, s.copy_id) = (c.book, c.id)
      where c.client_id = $1 order by s.at, s.copy_id, s.lead_trade_id`,
  },
  {
    name: 'shares_received',
    about: 'Profit share that reached the client as a trader.',
    tables: ['ledger.share_paid'],
    fields: declared('id id, copy_id id, month day, amount money, at time'),
    rows: 'select id, copy_id, month::text, amount, at from ledger.share_paid where lead_id = $1 order by at, id',
  },
  {
    name: 'shares_due',
    about: 'Profit share that is on its way to the client as a trader.',
    tables: ['ledger.share_due'],
    fields: declared('id id, copy_id id, month day, amount money, at time'),
    rows: `select d.id, d.copy_id, d.month::text, d.amount, d.at from ledger.share_due d
      where d.lead_id = $1 and not exists (select from ledger.share_paid p where p.id = d.id and p.lead_id = $1) order by d.at, d.id`,
  },
  {
    name: 'trader',
    about: 'The client as a trader whom others may copy.',
    tables: ['ledger.trader', 'app.trader_card'],
    fields: declared(
      `id id, name text?, minimum_balance money, profit_share_bps count, listed flag, created_at time, deleted_at time?`,
    ),
    rows: `select t.id, k.name, t.minimum_balance, t.profit_share_bps, t.listed, t.created_at, t.deleted_at from ledger.trader t
      left join app.trader_card k on k.trader_id = t.id where t.client_id = $1 order by t.id`,
  },
];
