import { hash } from 'node:crypto';
import type { MirrorClose, MirrorOpen, PayProfitShare, StopCopy } from '@clearbook/domain/copying';
import type { Outcome } from '@clearbook/domain/ledger';
import { isSymbol } from '@clearbook/domain/market';
import type { StopCause } from '@clearbook/domain/positions';
import type { Pool } from 'pg';
import { type Ledger, LedgerBusy, OutcomeUnknown } from '../../ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { all, each, Failures } from '../../platform/failures.ts';
import type { Logger } from '../../platform/log.ts';
import type { Market } from '../market/index.ts';
import {
  type Behind,
  findCopiesOf,
  findEmptied,
  findEnding,
  findMirrored,
  findOfClosedAccounts,
  findOpenOf,
  findOpenOfLead,
  type Task,
} from './engine.query.ts';

export type EngineParts = {
  readonly pool: Pool;
  readonly ledger: Ledger;
  readonly market: Pick<Market, 'quote' | 'marks'>;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn' | 'error'>;
};

export type Send = (
  command: MirrorOpen | MirrorClose | StopCopy | PayProfitShare,
  key: string,
) => Promise<Outcome | undefined>;

/** One move of a trader's, or one beginning or end of a copy. */
export async function perform({ pool, ...parts }: EngineParts, send: Send, task: Task): Promise<void> {
  const { kind, trade_id: tradeId, fill_id: fillId, copy_id: copyId } = task;
  if (kind === 'open' && tradeId !== null) {
    const copies = await findCopiesOf(pool, task.lead_id, tradeId);
    await all(
      copies.map((copy) =>
        send(
          { kind: 'mirror_open', clientId: copy.client_id, copyId: copy.id, leadTradeId: tradeId, atStart: false },
          `copy:${fillId}:${copy.id}`,
        ),
      ),
    );
  } else if (kind === 'close' && tradeId !== null) {
    const mirrored = await findMirrored(pool, tradeId);
    await all(mirrored.map((trade) => send(closeOf(trade), `copy:${fillId}:${trade.copy_id}`)));
  } else if (kind === 'start' && copyId !== null) {
    await each(await findOpenOfLead(pool, copyId), ({ id, client_id: clientId }) =>
      send({ kind: 'mirror_open', clientId, copyId, leadTradeId: id, atStart: true }, `copy-start:${id}:${copyId}`),
    );
  } else if (kind === 'stop' && copyId !== null) await endOf({ pool, ...parts }, send, copyId);
}

/** Closes what is open of a copy that ends, as far as its markets are open. */
export async function endOf({ pool, market, clock }: EngineParts, send: Send, copyId: string): Promise<void> {
  const copy = await findEnding(pool, copyId);
  if (copy === undefined || copy.status === 'stopped') return;
  const now = clock.now();
  const stop = (cause: StopCause) =>
    send(
      { kind: 'stop_copy', clientId: copy.client_id, copyId, cause, keep: false },
      `copy-end:${copyId}:${now.getTime()}:${cause}`,
    );
  if (copy.status !== 'stopping') {
    if (copy.listed) return;
    await stop('trader_deleted');
  }
  const open = await findOpenOf(pool, copyId);
  const dealt = isDealt(market, now);
  await all(
    open
      .filter(({ symbol }) => dealt(symbol))
      .map((trade) => send(closeOf(trade), `copy-end:${trade.id}:${now.getTime()}`)),
  );
  // Nothing open any more: the same command finds that and ends the copy.
  if ((await findOpenOf(pool, copyId)).length === 0)
    await send(
      { kind: 'stop_copy', clientId: copy.client_id, copyId, cause: 'client', keep: false },
      `copy-ended:${copyId}:${now.getTime()}`,
    );
}

/** Ends the copies of closed accounts, and those that have nothing open any more. */
export async function endEmptied(parts: EngineParts, send: Send): Promise<void> {
  // A closed account neither leads nor copies.
  const ended = await findOfClosedAccounts(parts.pool);
  const failures = new Failures();
  await failures.past(
    all(
      ended.map(({ id, client_id: clientId, leads }) =>
        send(
          { kind: 'stop_copy', clientId, copyId: id, cause: leads ? 'trader_deleted' : 'client', keep: false },
          `copy-closed:${id}`,
        ),
      ),
    ),
  );
  await failures.past(each(await findEmptied(parts.pool), ({ id }) => endOf(parts, send, id)));
  failures.throwFirst();
}

/** A refusal is an answer. Anything that says "not now" is thrown, and the task stays for the next turn. */
export function senderOf({ ledger, log }: Pick<EngineParts, 'ledger' | 'log'>): Send {
  return async (command, key) => {
    try {
      const answer = await ledger.execute(command, {
        actorId: command.clientId,
        key,
        requestHash: hash('sha256', key),
      });
      return answer.outcome;
    } catch (error) {
      if (error instanceof LedgerBusy || error instanceof OutcomeUnknown) throw error;
      log.error({ err: error, command: command.kind, key }, 'a copy could not be decided');
      return undefined;
    }
  };
}

/** Without a price nothing is sent: the answer would be kept for ever, and asked for again every few seconds. */
export function isDealt(market: EngineParts['market'], now: Date): (symbol: string) => boolean {
  return (symbol) => isSymbol(symbol) && market.quote(symbol, 0, now).ok;
}

export function closeOf(trade: Behind): MirrorClose {
  return {
    kind: 'mirror_close',
    clientId: trade.client_id,
    copyId: trade.copy_id,
    tradeId: trade.id,
    leadTradeId: trade.lead_trade_id,
  };
}
