import type { Instrument, Order, Trade } from '@clearbook/contracts';
import { panelWords } from '@clearbook/contracts/words/chart-panels';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { later } from '../../../lib/part.ts';
import { quoteStore } from '../../../lib/quotes.ts';
import classes from './chart.module.css';
import { Handle } from './line-handle.tsx';
import { firstPrice, furtherPart, furtherPrice, type Line } from './lines.ts';
import type { Plot } from './plot.ts';
import { useHandlePlaces } from './use-handle-places.ts';
import { type Change, type SentLine, useLineChange } from './use-line-change.ts';
import type { PlotParts } from './use-plot.ts';

const ActionsDialog = later(() => import('../positions/actions-dialog.tsx'));
/** What it calculates with is much: only a chart with stops or targets fetches it. */
const LineWorthText = later(() => import('./line-worth-text.tsx'));

type Props = {
  plot: Plot;
  instrument: Instrument;
  lines: readonly Line[];
  trades: readonly Trade[];
  orders: readonly Order[];
  /** Set here; called by the chart after each painting. */
  onPainted: PlotParts['onPainted'];
};

/** A line under somebody's hand: where it is now, and where it was. */
type Pulled = { readonly line: Line; readonly price: string; readonly added: boolean };
/** A new stop or target begins this part of the visible prices away. */
const FIRST_PART = 0.12;

/** Handles of the lines of trades and orders: pulled by mouse, finger or arrow keys. Letting go, or Enter, sends the new price. */
export default function LineHandles({ plot, instrument, lines, trades, orders, onPainted }: Props) {
  const { digits, symbol } = instrument;
  const [managing, setManaging] = useState<string | null>(null);
  const [pulled, setPulled] = useState<Pulled | null>(null);
  const { send, problem, clearProblem, sending } = useLineChange({
    digits,
    onDone: (sent) => setPulled((now) => (now !== null && isSent(now, sent) ? null : now)),
  });
  const shown = placed(lines, sending, pulled).filter((line) => recordOf(line, trades, orders) !== undefined);

  const pull = (line: Line, price: string) =>
    setPulled({ line, price, added: pulled?.line.key === line.key && pulled.added });
  useLevels(plot, shown, pulled?.line.key);
  const { group, place } = useHandlePlaces(plot, onPainted, pulled?.line.key);

  const add = (line: Line, what: 'stop_loss' | 'take_profit' | 'target') => {
    // An order that waits closes nothing before its own price.
    const quote = line.of === 'order' ? { bid: line.price, ask: line.price } : quoteStore.get(symbol);
    const of = recordOf(line, trades, orders);
    if (quote === undefined || of === undefined) return;
    const [top, bottom] = [plot.priceAt(0) ?? 0, plot.priceAt(plot.paneHeight()) ?? 0];
    const distance = Math.abs(top - bottom) * FIRST_PART;
    const part = what === 'target' ? furtherPart(line.lots, of.targets) : undefined;
    const price =
      what === 'target'
        ? furtherPrice(line.side, of, quote, distance, digits)
        : firstPrice(line.side, what, quote, distance, digits);
    const tone = what === 'stop_loss' ? 'stop' : 'target';
    const key = `${line.id}:${what}${part === undefined ? '' : `:${part.index}`}`;
    setPulled({
      line: { ...line, key, what, tone, price, movable: true, ...(part && { part }) },
      ...{ price, added: true },
    });
  };

  return (
    <div ref={group} className={classes.handles} role="group" aria-label={panelWords.lines}>
      {shown.map((line) => (
        <Handle
          key={line.key}
          line={line}
          digits={digits}
          plot={plot}
          place={place}
          pending={sending.some((each) => each.line.key === line.key)}
          moved={pulled?.line.key === line.key}
          begins={pulled?.line.key === line.key && pulled.added}
          worth={worthAt(line, trades, instrument)}
          protectedBy={protections(line, trades, orders)}
          further={furtherPart(line.lots, recordOf(line, trades, orders)?.targets ?? null)}
          onAdd={(what) => add(line, what)}
          onManage={managed(line, trades, setManaging)}
          onPull={(price) => {
            clearProblem();
            pull(line, price);
          }}
          onSend={(price) => {
            if (price !== null) pull(line, price);
            send(line, price);
          }}
          onBack={() => setPulled(null)}
        />
      ))}
      <Suspense fallback={null}>
        {managing !== null && (
          <ActionsDialog
            trade={trades.find(({ id }) => id === managing) ?? null}
            instrument={instrument}
            onClose={() => setManaging(null)}
          />
        )}
      </Suspense>
      {problem !== null && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}

/** Each line where somebody's hand or what they sent last has it, and those that they add. */
function placed(lines: readonly Line[], sending: readonly Change[], pulled: Pulled | null): Line[] {
  const moved = new Map<string, Line>();
  for (const { line, price } of sending) if (price !== null) moved.set(line.key, { ...line, price });
  const listed = (key: string) => lines.some((line) => line.key === key);
  if (pulled !== null && (pulled.added || listed(pulled.line.key))) {
    moved.set(pulled.line.key, { ...pulled.line, price: pulled.price });
  }
  const known = lines.map((line) => ({ ...line, price: moved.get(line.key)?.price ?? line.price }));
  return [...known, ...[...moved.values()].filter(({ key }) => !listed(key))];
}

/** Draws the lines themselves; the one under the hand stands out. */
function useLevels(plot: Plot, lines: readonly Line[], pulled: string | undefined): void {
  useEffect(() => {
    plot.setLevels(lines.map(({ key, tone, price }) => ({ key, tone, price: Number(price), moved: key === pulled })));
  });
  useEffect(() => () => plot.setLevels([]), [plot]);
}

/** Whether this is what was sent: since then the line may have been moved on, or added again after it was removed. */
function isSent({ line, price, added }: Pulled, sent: SentLine): boolean {
  return line.key === sent.key && (sent.price === null ? !added : price === sent.price);
}

/** Draws what closing at the line would bring; null where nothing closes. */
function worthAt(line: Line, trades: readonly Trade[], instrument: Instrument): ((id: string) => ReactNode) | null {
  const trade = trades.find(({ id }) => id === line.id);
  if (trade === undefined || line.what === 'entry') return null;
  return (id) => (
    <Suspense fallback={null}>
      <LineWorthText {...{ id, line, trade, instrument }} />
    </Suspense>
  );
}

/** A copied trade follows its trader's. */
function managed(line: Line, trades: readonly Trade[], onManage: (id: string) => void): (() => void) | null {
  const trade = line.of === 'trade' ? trades.find(({ id }) => id === line.id) : undefined;
  return trade === undefined || trade.copied_from !== null ? null : () => onManage(trade.id);
}

function protections(line: Line, trades: readonly Trade[], orders: readonly Order[]) {
  const of = recordOf(line, trades, orders);
  return { stop_loss: of?.stop_loss !== null, take_profit: of?.take_profit !== null };
}

function recordOf({ id }: Line, trades: readonly Trade[], orders: readonly Order[]): Trade | Order | undefined {
  return [...trades, ...orders].find((each) => each.id === id);
}
