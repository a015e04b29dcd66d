import type { Order, Trade } from '@clearbook/contracts';
import { panelWords } from '@clearbook/contracts/words/chart-panels';
import { useRef, useState } from 'react';
import { formatPrice } from '../../../lib/format.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useSubmit } from '../../../lib/use-submit.ts';
import { toast } from '../../../ui/toast.ts';
import { addedTarget, changedTargets } from '../ticket/targets.ts';
import { nameOf, shortOf } from './line-words.ts';
import { amended, isOrderPrice, type Line } from './lines.ts';

type Options = {
  digits: number;
  trades: readonly Trade[];
  orders: readonly Order[];
  /** The line of this key is where the list says it is: it was taken, or refused. */
  onDone: (key: string) => void;
};

/** Sends a line's new price, or null to remove it. */
export function useLineChange({ digits, trades, orders, onDone }: Options) {
  const [problem, setProblem] = useState<string | null>(null);
  /** What was sent last. Another line may be under the hand before its answer is here, and is sent after it. */
  const sent = useRef({ key: '', said: '' });
  const settle = async (topic: 'trades' | 'orders') => {
    toast.success(sent.current.said);
    // The line stays where it was let go until the list says the same.
    await queryClient.invalidateQueries({ queryKey: [topic] });
    onDone(sent.current.key);
  };
  const refuse = (detail: string) => {
    onDone(sent.current.key);
    setProblem(detail);
    toast.error(detail);
  };
  const trade = useSubmit('PATCH /trades/:id', {
    onSuccess: () => void settle('trades'),
    onProblem: ({ detail }) => refuse(detail),
  });
  const order = useSubmit('PATCH /orders/:id', {
    onSuccess: () => void settle('orders'),
    onProblem: ({ detail }) => refuse(detail),
  });

  const pending = trade.pending || order.pending;
  const send = (line: Line, price: string | null) => {
    // One at a time: what is said of an answer is said of the line that it is about, and this one stays where it was moved to.
    if (pending) return;
    const what = isOrderPrice(line) ? shortOf(line) : nameOf(line);
    const said = price === null ? panelWords.removed(what) : panelWords.saved(what, formatPrice(price, digits));
    sent.current = { key: line.key, said };
    setProblem(null);
    const params = { id: line.id };
    const of = (line.of === 'order' ? orders : trades).find(({ id }) => id === line.id);
    const targets = of && targetsWith(line, of.targets, price);
    if (line.of === 'order') {
      void order.submit({ params, body: targets ? { targets } : { [line.what]: price } });
    } else if (targets && of) {
      const { stop_loss, take_profit, trailing_distance } = of;
      void trade.submit({ params, body: { stop_loss, take_profit, trailing_distance, targets } });
    } else if (of && (line.what === 'stop_loss' || line.what === 'take_profit')) {
      void trade.submit({ params, body: amended(of, line.what, price) });
    }
  };
  return { send, problem, clearProblem: () => setProblem(null), pending };
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
