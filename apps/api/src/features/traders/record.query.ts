import { ACCOUNTS, EVENTS } from '@clearbook/domain/ledger';
import { type RecordEvent, recordOf, type TraderRecord } from '@clearbook/domain/copying';
import type { Pool } from 'pg';
import type { Market } from '../market/index.ts';
import { OPEN_ROW, type OpenRow, unrealised } from './value.ts';

export type FoundRecord = TraderRecord & { readonly since: Date };

type Head = {
  markup: number;
  leverage_ceiling: number;
  first_at: Date | null;
  closed: string[] | null;
  open: OpenRow[] | null;
};

/** Accounts whose entries are kept in memory at most. What is forgotten is read again. */
const MOST_ACCOUNTS = 200;

/**
 * The records of accounts' own trades, worked out from their entries. Undefined until one trade is closed. Nothing that anybody typed is in it. Entries are
 * append-only and numbered in commit order, so those that were read once are kept and only newer ones are read.
 */
export class Records {
  readonly #pool: Pool;
  readonly #market: Pick<Market, 'marks'>;
  readonly #kept = new Map<string, { upto: string; events: readonly RecordEvent[] }>();

  constructor({ pool, market }: { readonly pool: Pool; readonly market: Pick<Market, 'marks'> }) {
    this.#pool = pool;
    this.#market = market;
  }

  async read(clientId: string, now: Date): Promise<FoundRecord | undefined> {
    const { rows } = await this.#pool.query<Head>({ name: 'trader-head', text: HEAD, values: [clientId] });
    const [head] = rows;
    if (!head?.first_at || head.closed === null) return undefined;
    const open = head.open ?? [];
    const terms = { markup: head.markup, leverageCeiling: head.leverage_ceiling };
    const record = recordOf({
      events: await this.#events(clientId),
      closed: head.closed.map(BigInt),
      unrealised: unrealised(open, terms, this.#market.marks(now)),
      open: open.length,
      firstAt: head.first_at,
      now,
    });
    return { ...record, since: head.first_at };
  }

  async #events(clientId: string): Promise<readonly RecordEvent[]> {
    const known = this.#kept.get(clientId) ?? { upto: '0', events: [] };
    const { rows } = await this.#pool.query<{ number: string; at: Date; own: boolean; change: string }>({
      name: 'trader-events',
      text: HISTORY,
      values: [clientId, known.upto],
    });
    const newer = rows.map(({ at, own, change }): RecordEvent => ({ at, own, change: BigInt(change) }));
    const events = newer.length === 0 ? known.events : [...known.events, ...newer];
    this.#kept.delete(clientId);
    this.#kept.set(clientId, { upto: rows.at(-1)?.number ?? known.upto, events });
    const oldest = this.#kept.size > MOST_ACCOUNTS ? this.#kept.keys().next().value : undefined;
    if (oldest !== undefined) this.#kept.delete(oldest);
    return events;
  }
}

const HEAD = `select p.markup, p.leverage_ceiling,
    least((select min(t.opened_at) from ledger.trade t where t.client_id = p.id and t.copy_id is null and t.status = 'closed'),
      (select min(t.opened_at) from ledger.trade t where t.client_id = p.id and t.copy_id is null and t.status = 'active')) as first_at,
    (select json_agg((t.realised + t.shortfall - t.financed + t.dividends)::text) from ledger.trade t
       where t.client_id = p.id and t.copy_id is null and t.status = 'closed') as closed,
    (select json_agg(${OPEN_ROW('t')}) from ledger.trade t
       where t.client_id = p.id and t.copy_id is null and t.status = 'active') as open
  from ledger.party p where p.id = $1`;

/** What changed the account's balance, in commit order; an opening only moves money inside it. What a trade pays for its nights and what dividends bring or cost are part of its result. */
const HISTORY = `select e.number, e.at, e.event in (${EVENTS.trade_closed}, ${EVENTS.overnight_financing}, ${EVENTS.dividend}) and t.copy_id is null and t.id is not null as own, -sum(p.amount) as change
  from ledger.entry e join ledger.posting p on (p.book, p.entry_number) = (e.book, e.number) and p.account in (${ACCOUNTS.cash}, ${ACCOUNTS.margin}, ${ACCOUNTS.withdrawing}, ${ACCOUNTS.loan})
  left join ledger.trade t on e.event in (${EVENTS.trade_closed}, ${EVENTS.overnight_financing}, ${EVENTS.dividend}) and t.id = e.subject_id
  where e.client_id = $1 and e.number > $2 and e.event <> ${EVENTS.trade_opened}
  group by e.number, e.at, e.event, t.id, t.copy_id having sum(p.amount) <> 0 order by e.number`;
