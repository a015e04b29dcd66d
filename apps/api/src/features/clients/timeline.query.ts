import {
  TIMELINE_KIND_NAMES,
  TIMELINE_KINDS,
  type TimelineItem,
  type TimelineKind,
} from '@clearbook/contracts/timeline';
import type { RequestQuery } from '@clearbook/contracts/routes';
import { describeBrowser } from '@clearbook/domain/access';
import { EVENTS } from '@clearbook/domain/ledger';
import type { Pool } from 'pg';
import { usd } from '../books/index.ts';
import { reading } from '../tables/index.ts';

const PAGE = 50;
const EVENT_NAMES = new Map<string, string>(Object.entries(EVENTS).map(([name, code]) => [String(code), name]));

type Source = { readonly id: string; readonly at: string; readonly order: string; readonly rows: string };
type Row = {
  kind: TimelineKind;
  id: string;
  what: string;
  amount: string | null;
  status: string | null;
  text: string | null;
  by: string | null;
  record_id: string | null;
  at: Date;
};

/**
 * Where each kind comes from. `$1` is the client; what is read goes from the newest row back by an index that begins with the client, so a page
 * costs what it shows. Nothing of what an email says is read: its values may hold a code.
 */
const TIMELINE_SOURCES: Readonly<Record<TimelineKind, Source>> = {
  entry: {
    id: 'e.number::text',
    at: 'e.at',
    rows: `select e.number::text as id, e.event::text as what, (select -sum(p.amount) from unnest(e.accounts, e.amounts) as p(account, amount)
        join ledger.account_kind k on k.code = p.account where p.account < 10 and k.name <> 'loan')::bigint as amount,
      null::text as status, null::text as text, null::uuid as by_id, null::uuid as record_id, e.at from ledger.entry e where e.client_id = $1`,
    order: 'e.number',
  },
  deposit: {
    id: 'd.id::text',
    at: 'd.created_at',
    rows: `select d.id::text, d.method::text, d.amount, d.status::text, null::text, null::uuid, d.id, d.created_at from ledger.deposit d where d.client_id = $1`,
    order: 'd.id',
  },
  withdrawal: {
    id: 'w.id::text',
    at: 'w.created_at',
    rows: `select w.id::text, w.method::text, w.amount, w.status::text, null::text, null::uuid, w.id, w.created_at from ledger.withdrawal w where w.client_id = $1`,
    order: 'w.id',
  },
  trade_opened: {
    id: 't.id::text',
    at: 't.opened_at',
    rows: `select t.id::text, t.symbol, t.collateral, null::text, null::text, null::uuid, null::uuid, t.opened_at from ledger.trade t where t.client_id = $1`,
    order: 't.id',
  },
  trade_closed: {
    id: 't.id::text',
    at: 't.closed_at',
    rows: `select t.id::text, t.symbol, t.realised, null::text, null::text, null::uuid, null::uuid, t.closed_at from ledger.trade t
      where t.client_id = $1 and t.status = 'closed'`,
    order: 't.closed_at desc, t.id',
  },
  sign_in: {
    id: 's.id::text',
    at: 's.created_at',
    rows: `select s.id::text, s.user_agent, null::bigint, null::text, null::text, null::uuid, null::uuid, s.created_at from app.session s where s.user_id = $1`,
    order: 's.created_at',
  },
  email: {
    id: 'm.id::text',
    at: 'm.created_at',
    rows: `select m.id::text, m.template, null::bigint, m.state, null::text, null::uuid, null::uuid, m.created_at from app.mail_outbox m where m.user_id = $1`,
    order: 'm.created_at desc, m.id',
  },
  notification: {
    id: 'n.id::text',
    at: 'n.at',
    rows: `select n.id::text, n.kind, null::bigint, null::text, null::text, null::uuid, null::uuid, n.at from app.notification n where n.user_id = $1`,
    order: 'n.id',
  },
  staff_action: {
    id: 'a.number::text',
    at: 'a.at',
    rows: `select a.number::text, a.action, null::bigint, null::text, null::text, a.actor_id, null::uuid, a.at from ledger.audit a
      where a.client_id = $1 and a.actor_id <> $1`,
    order: 'a.number',
  },
  note: {
    id: 'c.id::text',
    at: 'c.at',
    rows: `select c.id::text, ''::text, null::bigint, null::text, c.text, c.staff_id, null::uuid, c.at from app.client_note c where c.client_id = $1`,
    order: 'c.at desc, c.id',
  },
};
/** Some kinds of a client's timeline, newest first: `$2` and `$3` are where the page before ended, `$4` how many rows. */
export function timelineOf(kinds: readonly TimelineKind[]): string {
  const parts = kinds.map((kind) => {
    const { id, at, order, rows } = TIMELINE_SOURCES[kind];
    const before = `${at} <= $2 and (${at}, ('${kind}:' || ${id}) collate "C") < ($2, $3::text collate "C")`;
    return `select '${kind}' as kind, x.* from (${rows} and ($2::timestamptz is null or ${before}) order by ${order} desc limit $4)
      x(id, what, amount, status, text, by_id, record_id, at)`;
  });
  return `select l.kind, l.id, l.what, l.amount, l.status, l.text, u.email as by, l.record_id, l.at
    from (select * from (${parts.join(' union all ')}) p order by p.at desc, (p.kind || ':' || p.id) collate "C" desc limit $4) l
    left join app."user" u on u.id = l.by_id
    order by l.at desc, (l.kind || ':' || l.id) collate "C" desc`;
}

export async function readTimeline(
  pool: Pool,
  clientId: string,
  query: RequestQuery<'GET /admin/users/:id/timeline'>,
  may: ReadonlySet<string>,
): Promise<{ data: TimelineItem[]; next_cursor: string | null }> {
  const kinds = TIMELINE_KIND_NAMES.filter(
    (kind) => may.has(TIMELINE_KINDS[kind]) && (query.kind === undefined || query.kind === kind),
  );
  if (kinds.length === 0) return { data: [], next_cursor: null };
  const size = Number(query.limit ?? PAGE);
  const [ms, key] = query.cursor?.split('.') ?? [];
  const values = [clientId, ms === undefined ? null : new Date(Number(ms)), key ?? null, size + 1];
  const rows = await reading(pool, async (client) => (await client.query<Row>(timelineOf(kinds), values)).rows);
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return {
    data: shown.map(wire),
    next_cursor: rows.length > size && last !== undefined ? `${last.at.getTime()}.${last.kind}:${last.id}` : null,
  };
}

function wire({ kind, id, what, amount, status, text, by, record_id, at }: Row): TimelineItem {
  return {
    id: `${kind}:${id}`,
    kind,
    what: wordOf(kind, what),
    amount: amount === null ? null : usd(BigInt(amount)),
    status,
    text,
    by,
    record_id,
    at: at.toISOString(),
  };
}

function wordOf(kind: TimelineKind, what: string): string {
  if (kind === 'entry') return EVENT_NAMES.get(what) ?? 'unknown';
  return kind === 'sign_in' ? describeBrowser(what) : what;
}
