import {
  ACCOUNTS,
  type Change as RowChange,
  type AnyDecision,
  type Entered,
  type EntryDraft,
  EVENTS,
  recordRow,
} from '@clearbook/domain/ledger';
import type pg from 'pg';
import { type Column, literal, rowsLiteral } from '../platform/database/composite.ts';
import { letterRow } from '../platform/mail/letter.ts';
import type { Change } from '../platform/realtime/announcement.ts';
import { Unwritable } from './failures.ts';
import { BatchRows } from './batch-rows.ts';
import { isRequest } from './request-key.ts';

/** A command of this batch that was decided now, with the answer to store under its key. */
export type Decided = {
  readonly actorId: string;
  readonly key: string;
  readonly requestHash: string;
  readonly decision: AnyDecision;
};

const COMMIT = {
  name: 'ledger-commit',
  text: 'select ledger.commit_batch($1, $2, $3, $4, $5, $6, $7)',
};

/** The one write of a whole batch, to be sent. The caller commits. @throws Unwritable where a decision holds what no row can */
export function commitStatement(batch: readonly Decided[], now: Date, newId: () => string): pg.QueryConfig {
  try {
    return statementOf(batch, now, newId);
  } catch (error) {
    throw new Unwritable('a decision cannot be written', { cause: error });
  }
}

function statementOf(batch: readonly Decided[], now: Date, newId: () => string): pg.QueryConfig {
  const rows = new Rows();
  const images = new BatchRows();
  const letters: Column[][] = [];
  const entries: Column[][] = [];

  for (const decided of batch) {
    const { decision } = decided;
    let index: number | null = null;
    for (const entry of [decision.entry, decision.also]) {
      if (entry === undefined) continue;
      const place = entries.push(entryRow(entry, decided.actorId));
      // Rows move with the first one.
      index ??= place;
    }
    for (const change of decision.changes ?? [])
      if (change.kind === 'audit' || change.kind === 'note') images.add(recordRow(change, now));
      else rows.add(change, index, now);
    for (const image of decision.rows ?? []) images.add(image);
    for (const mail of decision.mails ?? [])
      letters.push(
        letterRow({
          ...mail,
          id: newId(),
          subjectId: mail.subjectId ?? decision.notices?.[0]?.subjectId,
          at: now,
          // A link that lets somebody in goes into the mail alone.
          hidden: 'token' in mail.values,
          own: decided.actorId === mail.userId && isRequest(decided.key),
        }),
      );
  }

  return {
    ...COMMIT,
    values: [
      now,
      rowsLiteral(entries),
      rowsLiteral(
        batch.map(({ actorId, key, requestHash, decision }) => [actorId, key, requestHash, decision.outcome]),
      ),
      images.literal(),
      letters.length === 0 ? null : rowsLiteral(letters),
      bodies(batch.flatMap(({ decision }) => announced(decision))),
      rows.others(),
    ],
  };
}

/** In the order of the type ledger.entry_draft. */
function entryRow({ event, clientId, subjectId, corrects, postings }: EntryDraft, actorId: string): Column[] {
  const accounts = literal(postings.map(({ account }) => ACCOUNTS[account]));
  const amounts = literal(postings.map(({ amount }) => amount));
  return [EVENTS[event], clientId, subjectId, actorId, corrects, accounts, amounts];
}

/** The rows of a batch, by the names that commit_batch reads. */
class Rows {
  readonly #tables = new Map<string, unknown[]>();

  push(table: string, row: unknown): void {
    const rows = this.#tables.get(table);
    if (rows) rows.push(row);
    else this.#tables.set(table, [row]);
  }

  add(change: Exclude<RowChange, Entered>, e: number | null, now: Date): void {
    switch (change.kind) {
      case 'plan_bought': {
        const { effect, ...p } = change.after;
        const done =
          effect.kind === 'package'
            ? {
                markup_before: effect.before.markup,
                markup_after: effect.after.markup,
                ceiling_before: effect.before.leverageCeiling,
                ceiling_after: effect.after.leverageCeiling,
              }
            : {
                percent_before: effect.percentBefore,
                percent_after: effect.percentAfter,
                unlimited_before: effect.unlimitedBefore,
                unlimited_after: effect.unlimitedAfter,
              };
        this.push('purchases', {
          e, id: p.id, client_id: p.clientId, kind: p.kind, plan_id: p.planId, name: p.name, price: text(p.price), cash_before: text(p.cashBefore),
          at: p.at, ...done,
        }); // prettier-ignore
        break;
      }
      case 'package_added': {
        const p = change.after;
        this.push('packages_added', {
          id: p.id, name: p.name, price: text(p.price), markup: p.markup, leverage_ceiling: p.leverageCeiling, features: p.features,
          added_by: change.addedBy, at: now,
        }); // prettier-ignore
        break;
      }
      case 'trader_created': {
        const t = change.after;
        this.push('traders_created', {
          id: t.id, client_id: t.clientId, bot: t.bot, name: t.name, minibalance: text(t.minibalance), profit_share_bps: t.profitShareBps,
          return_rate: change.card.returnRate, followers: change.card.followers,
        }); // prettier-ignore
        break;
      }
      case 'trader_deleted':
        this.push('traders_deleted', { id: change.after.id });
        break;
      case 'copy_started': {
        const c = change.after;
        this.push('copies_started', {
          id: c.id, client_id: c.clientId, trader_id: c.traderId, lead_id: c.leadId, allotment: text(c.allotment), stop_loss: text(c.stopLoss),
          copy_open: change.copyOpen, profit_share_bps: c.profitShareBps,
        }); // prettier-ignore
        break;
      }
      case 'copy_moved': {
        const { before, after, share } = change;
        this.push('copies_moved', {
          e, id: after.id, from_status: before.status, to_status: after.status, cause: change.cause, high_water: text(after.highWater),
          month: share && `${share.month}-01`, share: text(share?.amount), passed_on: share?.passedOn,
        }); // prettier-ignore
        break;
      }
      case 'copy_skipped':
        this.push('copies_skipped', {
          copy_id: change.copyId,
          lead_trade_id: change.leadTradeId,
          reason: change.reason,
        });
        break;
      case 'manual_trade': {
        const m = change.after;
        this.push('manual_trades', {
          id: m.id, client_id: m.clientId, trade_id: m.tradeId, symbol: m.symbol, side: m.side, lots: text(m.lots), amount: text(m.amount), at: m.at,
        }); // prettier-ignore
        break;
      }
      // Its entry says it.
      case 'released_alone':
        break;
      case 'account_closed':
        this.push('accounts_closed', { client_id: change.clientId });
        break;
    }
  }

  others(): string | null {
    return this.#tables.size === 0 ? null : JSON.stringify(Object.fromEntries(this.#tables));
  }
}

function text(value: bigint | null | undefined): string | null {
  return value === null || value === undefined ? null : value.toString();
}

/** One row of app.change, or none. */
function bodies(changes: readonly Change[]): string[] {
  return changes.length === 0 ? [] : [JSON.stringify(changes)];
}

/** What open pages should read again. Whoever is told something by the decision has a new notification too. */
function announced({ notices = [], mails = [] }: AnyDecision): Change[] {
  const told = new Set(mails.map(({ userId }) => userId));
  const changes = notices.map((notice): Change => {
    const topics = [...notice.topics] as Change['t'];
    return {
      c: notice.clientId,
      t: notice.clientId !== null && told.delete(notice.clientId) ? [...topics, 'notifications'] : topics,
      e: notice.event,
      s: notice.subjectId,
      a: notice.staff,
    };
  });
  for (const userId of told) changes.push({ c: userId, t: ['notifications'], e: 'notification', s: null, a: false });
  return changes;
}
