import type { Order, Trade } from '@clearbook/contracts';
import { panelWords } from '@clearbook/contracts/words/chart-panels';
import { useRef, useState } from 'react';
import type { ApiProblem } from '../../../lib/api.ts';
import { formatPrice } from '../../../lib/format.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useSubmit } from '../../../lib/use-submit.ts';
import { toast } from '../../../ui/toast.ts';
import { addedTarget, changedTargets } from '../ticket/targets.ts';
import { nameOf, shortOf } from './line-words.ts';
import { amended, isOrderPrice, type Line } from './lines.ts';
import { chartQueries } from './queries.ts';

/** What was sent of a line: its new price, or null where it is removed. */
export type SentLine = { readonly key: string; readonly price: string | null };

type Options = {
  digits: number;
  /** The line is where the list says it is: what was sent was taken, or refused. */
  onDone: (sent: SentLine) => void;
};

/** What is to become of a line: its new price, or null where it is removed. */
export type Change = { readonly line: Line; readonly price: string | null };

/**
 * Sends a line's new price, or null to remove it. One change goes after the other, each made of what the list says after the
 * one before it: two targets of a trade are sent together, and an older list would take the first one's change back.
 */
export function useLineChange({ digits, onDone }: Options) {
  const [problem, setProblem] = useState<string | null>(null);
  const changes = useRef<readonly Change[]>([]);
  /** The changes that are not done, the one under way first. */
  const [sending, setSending] = useState<readonly Change[]>([]);
  const keep = (next: readonly Change[]) => {
    changes.current = next;
    setSending(next);
  };
  const onProblem = ({ detail }: ApiProblem) => {
    setProblem(detail);
    toast.error(detail);
  };
  const trade = useSubmit('PATCH /trades/:id', { onProblem });
  const order = useSubmit('PATCH /orders/:id', { onProblem });

  const submitted = async ({ line, price }: Change): Promise<unknown> => {
    const params = { id: line.id };
    const { trades, orders } = listed();
    if (line.of === 'order') {
      const of = orders.find(({ id }) => id === line.id);
      const targets = of && targetsWith(line, of.targets, price);
      return order.submit({ params, body: targets ? { targets } : { [line.what]: price } });
    }
    const of = trades.find(({ id }) => id === line.id);
    const targets = of && targetsWith(line, of.targets, price);
    if (targets && of) {
      const { stop_loss, take_profit, trailing_distance } = of;
      return trade.submit({ params, body: { stop_loss, take_profit, trailing_distance, targets } });
    }
    // A trade that closed meanwhile has no lines left.
    if (of === undefined || (line.what !== 'stop_loss' && line.what !== 'take_profit')) return undefined;
    return trade.submit({ params, body: amended(of, line.what, price) });
  };
  const sendNext = async () => {
    const [change] = changes.current;
    if (change === undefined) return;
    const { line, price } = change;
    if ((await submitted(change)) !== undefined) {
      const what = isOrderPrice(line) ? shortOf(line) : nameOf(line);
      toast.success(price === null ? panelWords.removed(what) : panelWords.saved(what, formatPrice(price, digits)));
      // The line stays where it was let go until the list says the same.
      await queryClient.invalidateQueries({ queryKey: [line.of === 'order' ? 'orders' : 'trades'] });
    }
    onDone({ key: line.key, price });
    keep(changes.current.slice(1));
    void sendNext();
  };
  const send = (line: Line, price: string | null) => {
    setProblem(null);
    const [under, ...waiting] = changes.current;
    const change: Change = { line, price };
    if (under === undefined) {
      keep([change]);
      void sendNext();
    } else keep([under, ...waiting.filter((each) => each.line.key !== line.key), change]);
  };
  return { send, problem, clearProblem: () => setProblem(null), sending };
}

/** The open trades and working orders as they were last read. */
function listed(): { trades: readonly Trade[]; orders: readonly Order[] } {
  const trades = queryClient.getQueryData(chartQueries.openTrades().queryKey)?.data ?? [];
  return { trades, orders: queryClient.getQueryData(chartQueries.workingOrders().queryKey)?.data ?? [] };
}

/** Undefined where the line is no target. */
function targetsWith(
  { part, side }: Line,
  targets: Trade['targets'],
  price: string | null,
): Trade['targets'] | undefined {
  if (part === undefined) return undefined;
  if (part.further !== true) return changedTargets(targets, part.index, price);
  return price === null ? targets : addedTarget(targets, { price, lots: part.lots }, side);
}
