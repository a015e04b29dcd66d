import type { Trade } from '@clearbook/contracts';
import { chartWords as words } from '@clearbook/contracts/words/chart';
import { useRef, useState } from 'react';
import { formatPrice } from '../../../lib/format.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useSubmit } from '../../../lib/use-submit.ts';
import { toast } from '../../../ui/toast.ts';
import { shortOf } from './line-words.ts';
import { amended, isOrderPrice, type Line } from './lines.ts';

type Options = {
  digits: number;
  trades: readonly Trade[];
  /** The line of this key is where the list says it is: it was taken, or refused. */
  onDone: (key: string) => void;
};

/** Sends a line's new price, or null to remove it. */
export function useLineChange({ digits, trades, onDone }: Options) {
  const [problem, setProblem] = useState<string | null>(null);
  /** What was sent last. Another line may be under the hand before its answer is here. */
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

  const send = (line: Line, price: string | null) => {
    const what = isOrderPrice(line) ? shortOf(line) : line.what === 'stop_loss' ? words.stop : words.target;
    const said = price === null ? words.removed(what) : words.saved(what, formatPrice(price, digits));
    sent.current = { key: line.key, said };
    setProblem(null);
    if (line.of === 'order') {
      void order.submit({ params: { id: line.id }, body: { [line.what]: price } });
      return;
    }
    const of = trades.find(({ id }) => id === line.id);
    if (of === undefined || (line.what !== 'stop_loss' && line.what !== 'take_profit')) return;
    void trade.submit({ params: { id: line.id }, body: amended(of, line.what, price) });
  };
  return { send, problem, clearProblem: () => setProblem(null), pending: trade.pending || order.pending };
}
