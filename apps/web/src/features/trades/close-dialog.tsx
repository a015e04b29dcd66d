import '../../app/styles-rest.ts';
import { Button, Group, Stack } from '@mantine/core';
import type { Instrument, Trade } from '@clearbook/contracts';
import { messages } from '@clearbook/contracts/messages';
import { lots as lotsRule } from '@clearbook/contracts/trading';
import { positionWords } from '@clearbook/contracts/words/orders';
import { tradeWords as words } from '@clearbook/contracts/words/trading';
import { uiWords } from '@clearbook/contracts/words/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { centsText, toUnits } from '../../lib/decimal.ts';
import { formatLots, formatSymbol, formatUsd } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { toast } from '../../ui/toast.ts';
import { CurrentPrice, LiveProfit } from './live-profit.tsx';
import { Sheet } from './sheet.tsx';
import { NoFreshPrice } from '../../ui/price-age.tsx';
import { useNoFreshPrice } from '../../lib/realtime.ts';
import { symbolsFor } from '../../lib/ticket.ts';
import { DecimalInput } from '../../ui/decimal-input.tsx';
import ticket from './ticket.module.css';
import classes from './trades.module.css';

type Props = { trade: Trade | null; instrument: Instrument | undefined; onClose: () => void };

/** Asks once, with the figure as it stands, and closes all of it or a part at the next quote. */
export function CloseDialog({ trade, instrument, onClose }: Props) {
  // The dialog keeps its words while it fades out.
  const [shown, setShown] = useState(trade);
  if (trade !== null && trade !== shown) setShown(trade);
  return (
    <Sheet opened={trade !== null} title={words.closeTitle} onClose={onClose}>
      {shown !== null && <CloseTrade key={shown.id} trade={shown} instrument={instrument} onClose={onClose} />}
    </Sheet>
  );
}

/** How often the dialog asks again whether there is a good price. */
const LOOK_MS = 2_000;

/** Parts that are asked for most, in percent. */
const SHARES = [25, 50, 75, 100] as const;

function CloseTrade({
  trade,
  instrument,
  onClose,
}: {
  trade: Trade;
  instrument: Instrument | undefined;
  onClose: () => void;
}) {
  const [text, setText] = useState(trade.lots);
  const [error, setError] = useState<string | null>(null);
  const close = useSubmit('POST /trades/:id/close', {
    form: { values: text },
    topics: ['trades', 'account'],
    onSuccess: (reply) => {
      if (reply.status === 'waiting') toast.info(reply.message);
      else toast.success(`${messages.trade.closed}: ${formatUsd(reply.realized_pl.amount)}`);
      onClose();
    },
    onProblem: (problem) => setError(problem.fields.find(({ name }) => name === 'lots')?.message ?? null),
  });
  const { clear } = close;
  useEffect(() => clear(), [clear, trade]);

  const { data: now } = useQuery({ ...queries.instrument(trade.symbol), staleTime: 0, refetchInterval: LOOK_MS });
  const waits = now !== undefined && now.open && !now.priced;

  const symbols = instrument === undefined ? [] : symbolsFor(instrument);
  const off = useNoFreshPrice(symbols);

  const open = toUnits(trade.lots, 2);
  const read = lotsRule.safeParse(text.trim());
  const wanted = read.success ? toUnits(text.trim(), 2) : null;
  const part = wanted !== null && wanted < open ? wanted : null;
  const confirm = () => {
    const wrong = read.success
      ? wanted !== null && wanted > open
        ? positionWords.tooMany(formatLots(trade.lots))
        : null
      : (read.error.issues[0]?.message ?? messages.trade.lotsNumber);
    setError(wrong);
    if (wrong === null)
      void close.submit({ params: { id: trade.id }, ...(part !== null && { body: { lots: text.trim() } }) });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        confirm();
      }}
    >
      <Stack gap="md">
        <p className={classes.note} role="status">
          {waits ? positionWords.waitNote : words.closeText}
        </p>
        <dl className={classes.figures}>
          <div>
            <dt>{words.columns.asset}</dt>
            <dd>
              {formatSymbol(trade.symbol, instrument?.class)} · {trade.side === 'buy' ? words.buy : words.sell}{' '}
              {formatLots(trade.lots)}
            </dd>
          </div>
          <div>
            <dt>{words.columns.current}</dt>
            <dd>
              <CurrentPrice trade={trade} instrument={instrument} />
            </dd>
          </div>
          <div>
            <dt>{words.columns.profit}</dt>
            <dd>
              <LiveProfit trade={part === null ? trade : { ...trade, lots: centsText(part) }} instrument={instrument} />
            </dd>
          </div>
        </dl>
        <DecimalInput
          label={positionWords.lotsToClose}
          description={positionWords.lotsOf(formatLots(trade.lots))}
          value={text}
          error={error}
          onChange={(next) => {
            setText(next);
            setError(null);
          }}
        />
        <div className={ticket.quick}>
          {SHARES.map((share) => (
            <button
              key={share}
              type="button"
              className={ticket.chip}
              aria-label={positionWords.part(share)}
              onClick={() => {
                const lots = (open * BigInt(share)) / 100n;
                setText(centsText(lots < 1n ? 1n : lots));
                setError(null);
              }}
            >
              {share}%
            </button>
          ))}
        </div>
        {part !== null && <p className={classes.note}>{positionWords.partly(formatLots(centsText(open - part)))}</p>}
        <NoFreshPrice symbols={symbols} />
        <FormErrorSummary>{error === null ? close.problem?.detail : null}</FormErrorSummary>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {uiWords.cancel}
          </Button>
          <Button type="submit" loading={close.pending} disabled={off}>
            {words.closeConfirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
