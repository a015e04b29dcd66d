import { credit, debit, entry } from '../../kernel/accounts.ts';
import type { Context, Decision, Invalidation } from '../../kernel/decision.ts';
import type { Entered } from '../../kernel/records.ts';
import { PARTIES } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { changed, created } from '../../kernel/table.ts';
import { type Cents, centsToDecimal } from '../../money/index.ts';
import { type Trader, TRADER_CARDS, TRADERS } from './model.ts';
import { refuse } from './refusals.ts';

export type CreateTrader = {
  readonly kind: 'create_trader';
  readonly staffId: string;
  /** The client whose trades are the track record; the staff member's own id if no account is linked. */
  readonly clientId: string;
  readonly traderId: string;
  readonly name: string;
  /** As typed by staff: kept for staff and never part of the track record. */
  readonly returnRate: string;
  readonly followers: string;
  readonly minimumBalance: Cents;
  readonly profitShareBps: number;
  readonly bot: string | null;
};

export type DeleteTrader = {
  readonly kind: 'delete_trader';
  readonly staffId: string;
  readonly clientId: string;
  readonly traderId: string;
};

/** The house's capital for one of its own bots, in demo mode only: the database refuses it in live mode. */
export type GrantCapital = { readonly kind: 'grant_capital'; readonly clientId: string; readonly amount: Cents };

export function decideCreateTrader(state: State, command: CreateTrader, context: Context): Decision {
  const linked = command.clientId === command.staffId ? null : state.of(PARTIES).get(command.clientId);
  if (linked === undefined || linked?.status === 'closed') return refuse('user.not_found', 'client_email');
  if (linked !== null && linked.kind !== 'client') return refuse('trader.staff_account', 'client_email');
  if (linked?.leads === true) return refuse('trader.already_linked', 'client_email');
  const trader: Trader = {
    id: command.traderId,
    clientId: linked?.id ?? null,
    bot: command.bot,
    name: command.name,
    minimumBalance: command.minimumBalance,
    profitShareBps: command.profitShareBps,
    listed: true,
    createdAt: context.now,
    deletedAt: null,
    status: 'listed',
    hasRecord: false,
  };
  const { name, returnRate, followers } = command;
  const records: Entered[] = [
    audit(command, 'trader.create', {
      minimum_balance: centsToDecimal(trader.minimumBalance),
      profit_share: centsToDecimal(BigInt(trader.profitShareBps)),
    }),
  ];
  return {
    outcome: { ok: true, result: { id: trader.id } },
    rows: [
      ...(linked === null ? [] : [changed(PARTIES, linked, { ...linked, leads: true })]),
      created(TRADERS, trader),
      created(TRADER_CARDS, { traderId: trader.id, name, returnRate, followers }),
    ],
    records,
    // Clients are told when others can copy them.
    ...(linked !== null &&
      command.bot === null && {
        notifications: [{ userId: linked.id, template: 'trader-linked', values: { trader: trader.name } }],
      }),
    invalidates: toEverybody(command, 'trader_created'),
  };
}

/** The trader leaves the list and their copies end; history stays. */
export function decideDeleteTrader(state: State, command: DeleteTrader, context: Context): Decision {
  const trader = state.of(TRADERS).get(command.traderId);
  if (trader === undefined || trader.status !== 'listed') return refuse('trader.not_found');
  const records: Entered[] = [audit(command, 'trader.delete', {})];
  const linked = trader.clientId === null ? undefined : state.of(PARTIES).get(trader.clientId);
  return {
    outcome: { ok: true, result: { id: trader.id } },
    rows: [
      changed(TRADERS, trader, { ...trader, listed: false, deletedAt: context.now, status: 'deleted' }),
      ...(linked === undefined ? [] : [changed(PARTIES, linked, { ...linked, leads: false })]),
    ],
    records,
    invalidates: toEverybody(command, 'trader_deleted'),
  };
}

export function decideGrantCapital(state: State, command: GrantCapital, context: Context): Decision {
  if (!state.of(PARTIES).has(command.clientId)) throw new Error('capital for somebody without books');
  const id = context.newId();
  return {
    outcome: { ok: true, result: { id } },
    entry: entry('capital_granted', command.clientId, id, [
      debit('capital', command.amount),
      credit('cash', command.amount),
    ]),
  };
}

function audit(command: CreateTrader | DeleteTrader, action: string, facts: Readonly<Record<string, string>>): Entered {
  return {
    kind: 'audit',
    actorId: command.staffId,
    action,
    subjectType: 'trader',
    subjectId: command.traderId,
    clientId: command.clientId,
    facts,
  };
}

function toEverybody({ traderId }: CreateTrader | DeleteTrader, event: string): Invalidation[] {
  return [true, false].map((staff) => ({ clientId: null, topics: ['traders'], event, subjectId: traderId, staff }));
}
