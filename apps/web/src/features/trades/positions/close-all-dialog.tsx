import { Button, Group, Stack } from '@mantine/core';
import type { Instrument, Reply, Trade } from '@clearbook/contracts';
import { actionWords } from '@clearbook/contracts/words/actions';
import { positionWords as words } from '@clearbook/contracts/words/orders';
import { tradeWords } from '@clearbook/contracts/words/trading';
import { uiWords } from '@clearbook/contracts/words/ui';
import { useEffect, useState } from 'react';
import { centsText } from '../../../lib/decimal.ts';
import { formatLots, formatSymbol, NO_VALUE } from '../../../lib/format.ts';
import { useQuotes } from '../../../lib/quotes.ts';
import { useSubmit } from '../../../lib/use-submit.ts';
import { Amount } from '../../../ui/amount.tsx';
import { FormErrorSummary } from '../../../ui/form-error-summary.tsx';
import { toast } from '../../../ui/toast.ts';
import { OfPrices, NoFreshPrice } from '../../../ui/price-age.tsx';
import { useNoFreshPrice } from '../../../lib/realtime.ts';
import { ChooseTrades, type Choice, chosenOf, EVERYTHING } from './close-choice.tsx';
import classes from './positions.module.css';
import { Sheet } from '../sheet.tsx';
import { useLiveBook, useSymbolsFor } from './use-live-book.ts';

type Props = {
  opened: boolean;
  trades: readonly Trade[];
  bySymbol: ReadonlyMap<string, Instrument>;
  /** The asset that is chosen at first; null for all. */
  symbol: string | null;
  onClose: () => void;
};

/** Asks once, closes all or those that are chosen, and says plainly which could not close and why. */
export default function CloseAllDialog({ opened, trades: all, bySymbol, symbol, onClose }: Props) {
  const [choice, setChoice] = useState<Choice>(EVERYTHING);
  const every = useSymbolsFor(opened ? all : undefined, bySymbol);
  const trades = chosenOf(all, choice, bySymbol, useQuotes(every));
  const [done, setDone] = useState<Done | null>(null);
  const { submit, pending, problem, clear } = useSubmit('POST /trades/close-all', {
    topics: ['trades', 'account'],
    onSuccess: (reply) => {
      if (reply.closed > 0 || reply.waiting === 0) toast.success(words.closedCount(reply.closed));
      if (reply.waiting > 0) toast.info(words.waitingCount(reply.waiting));
      if (reply.left.length === 0) onClose();
      else setDone({ reply, before: trades });
    },
  });
  useEffect(() => {
    if (opened) {
      clear();
      setDone(null);
      setChoice({ ...EVERYTHING, symbol });
    }
  }, [opened, clear, symbol]);
  const live = useLiveBook(opened ? trades : undefined, bySymbol);
  // Also where one of the prices is missing, and nothing can be said of all together.
  const symbols = useSymbolsFor(opened ? trades : undefined, bySymbol);
  const off = useNoFreshPrice(symbols);

  return (
    <Sheet opened={opened} held={pending} title={words.closeAllTitle} onClose={onClose}>
      {done === null ? (
        <Stack gap="md">
          <ChooseTrades trades={all} bySymbol={bySymbol} choice={choice} onChange={setChoice} />
          <p className={classes.note} role="status">
            {trades.length === 0
              ? actionWords.noneSuch
              : trades.length === all.length && choice.only === 'all'
                ? words.closeAllText(trades.length)
                : actionWords.closeSomeText(trades.length, choice.only)}
          </p>
          <dl className={classes.figures}>
            <div>
              <dt>{words.together}</dt>
              <dd>
                {live === null ? (
                  NO_VALUE
                ) : (
                  <OfPrices symbols={live.symbols}>
                    <Amount value={centsText(live.unrealised)} trend />
                  </OfPrices>
                )}
              </dd>
            </div>
          </dl>
          <NoFreshPrice symbols={symbols} />
          <FormErrorSummary>{problem?.detail}</FormErrorSummary>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={pending}>
              {uiWords.cancel}
            </Button>
            <Button
              loading={pending}
              disabled={trades.length === 0 || off}
              onClick={() => void submit({ body: bodyOf(choice) })}
            >
              {words.closeAllConfirm(trades.length)}
            </Button>
          </Group>
        </Stack>
      ) : (
        <Outcome {...done} bySymbol={bySymbol} onClose={onClose} />
      )}
    </Sheet>
  );
}

type Done = { reply: Reply<'POST /trades/close-all'>; before: readonly Trade[] };

/** Which stay open, and why. */
function Outcome({ reply, before, bySymbol, onClose }: Done & Pick<Props, 'bySymbol' | 'onClose'>) {
  return (
    <Stack gap="sm">
      <p role="status">
        {words.closedCount(reply.closed)} {reply.waiting > 0 && `${words.waitingCount(reply.waiting)} `}
        {words.leftCount(reply.left.length)}
      </p>
      <ul className={classes.left}>
        {reply.left.map(({ trade_id: id, detail }) => (
          <li key={id}>
            <strong>
              {nameOf(
                before.find((trade) => trade.id === id),
                bySymbol,
              )}
            </strong>
            {detail}
          </li>
        ))}
      </ul>
      <Group justify="flex-end">
        {/* What had the focus has gone with the question. */}
        <Button autoFocus onClick={onClose}>
          {uiWords.close}
        </Button>
      </Group>
    </Stack>
  );
}

function bodyOf({ symbol, only }: Choice) {
  return { ...(symbol !== null && { symbol }), ...(only !== 'all' && { only }) };
}

function nameOf(trade: Trade | undefined, bySymbol: ReadonlyMap<string, Instrument>): string {
  if (trade === undefined) return tradeWords.detailTitle;
  const name = formatSymbol(trade.symbol, bySymbol.get(trade.symbol)?.class);
  return `${name} ${trade.side === 'buy' ? tradeWords.buy : tradeWords.sell} ${formatLots(trade.lots)}`;
}
