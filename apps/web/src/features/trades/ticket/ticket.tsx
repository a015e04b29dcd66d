import { Alert, Button, Stack } from '@mantine/core';
import type { Instrument, Side } from '@clearbook/contracts';
import { messages } from '@clearbook/contracts/messages';
import { orderWords, protectionWords } from '@clearbook/contracts/words/orders';
import { tradeWords as words } from '@clearbook/contracts/words/trading';
import { ChevronDown } from 'lucide-react';
import type { RefObject } from 'react';
import { formatDateTime } from '../../../lib/format.ts';
import { useNoFreshPrice } from '../../../lib/realtime.ts';
import { symbolsFor } from '../../../lib/ticket.ts';
import { useRestrictions } from '../../../lib/use-restrictions.ts';
import { Form } from '../../../ui/form.tsx';
import { FormErrorSummary } from '../../../ui/form-error-summary.tsx';
import { NoFreshPrice } from '../../../ui/price-age.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { KnowledgeFirst, useKnowledgeFirst } from '../../knowledge/index.ts';
import { LimitsInTheWay } from '../../protection/index.ts';
import { KEY_PLACES } from '../key-places.ts';
import { Advanced } from './advanced.tsx';
import { LinkedOrder } from './linked-order.tsx';
import { LiveProtections } from './live-protections.tsx';
import { ORDER_TYPES, type OrderValues, draftOf, priceText } from './order.form.ts';
import { OrderSize } from './order-size.tsx';
import { OrderTiming } from './order-timing.tsx';
import { SideButton } from './side-button.tsx';
import { useTwoFields } from './size-settings.ts';
import { startOf, type Suggestion } from './suggestion.ts';
import { TicketFacts } from './ticket-facts.tsx';
import { type Draft, type Sendings, useTicket } from './use-ticket.ts';
import classes from './ticket.module.css';

const NONE: Suggestion = { side: null, lots: null, waiting: null };

type Props = {
  instrument: Instrument;
  /** What the fields begin with, where something suggests it. */
  prefill?: Partial<OrderValues>;
  /** What the address suggests: the side is named, its lots are filled in. */
  suggestion?: Suggestion;
  /** The side that somebody came for; the other one stays within reach. */
  side?: Side | null;
  /** Where what is typed is kept while the ticket itself is put away. */
  draft?: RefObject<Draft | null>;
  sendings: Sendings;
  onPlaced?: () => void;
};

/** Market, limit, stop or stop-limit; amount, lot size, what closes the trade by itself; SELL and BUY. What it would mean stands between, before the click. */
export function Ticket({ instrument, prefill, suggestion = NONE, side = null, draft, sendings, onPlaced }: Props) {
  const ticket = useTicket({
    instrument,
    start: { ...prefill, ...(side !== null && { aim: side }), ...startOf(suggestion) },
    draft,
    sendings,
    onPlaced,
  });
  const { form, values } = ticket;
  const [two] = useTwoFields();
  return (
    <Form onSend={() => undefined}>
      <Stack gap="sm">
        <KnowledgeFirst />
        <LimitsInTheWay of="trades" />
        {suggestion.side !== null && (
          <p className={classes.suggestion} role="status">
            {words.suggested(suggestion.side === 'buy' ? words.buy : words.sell)}
          </p>
        )}
        <NothingOpens instrument={instrument} />
        <SegmentedControl
          id={KEY_PLACES.order}
          fullWidth
          size="xs"
          aria-label={orderWords.type}
          data={ORDER_TYPES.map((value) => ({ value, label: orderWords.types[value] }))}
          value={values.type}
          onChange={ticket.changeType}
        />
        <OrderSize instrument={instrument} ticket={ticket} />
        <OrderTiming instrument={instrument} ticket={ticket} />
        <LinkedOrder ticket={ticket} />
        <section aria-label={protectionWords.title}>
          <button
            type="button"
            className={classes.fold}
            aria-expanded={ticket.open}
            onClick={() => ticket.setOpen(!ticket.open)}
          >
            {protectionWords.title}
            <ChevronDown size={16} aria-hidden />
          </button>
          {ticket.open && (
            <LiveProtections
              instrument={instrument}
              values={values}
              errors={ticket.errors}
              onChange={ticket.protect}
              onAim={(aim) => form.setFieldValue('aim', aim)}
              onTargets={(targets) => form.setFieldValue('targets', targets)}
            />
          )}
        </section>
        <Advanced onApart={ticket.comeApart} />
        <TicketFacts instrument={instrument} values={values}>
          {(margin) => (
            <Button
              variant="subtle"
              size="compact-sm"
              className={classes.useMargin ?? ''}
              onClick={() => ticket.takeMargin(margin, two)}
            >
              {words.useMargin}
            </Button>
          )}
        </TicketFacts>
        <Deal instrument={instrument} ticket={ticket} suggested={suggestion.side ?? side} />
      </Stack>
    </Form>
  );
}

type DealProps = { instrument: Instrument; ticket: ReturnType<typeof useTicket>; suggested: Side | null };

/** SELL and BUY, and why not where neither can be pressed. */
function Deal({ instrument, ticket, suggested }: DealProps) {
  const { values, pending } = ticket;
  const market = values.type === 'market';
  const symbols = symbolsFor(instrument);
  const off = useNoFreshPrice(symbols) && market;
  const why = useRestrictions().get(instrument.symbol)?.why;
  const asked = useKnowledgeFirst() !== null;
  // Where the market is only closed for a while, an order can wait for it.
  const closed = why === 'off' || why === 'close_only' || (market && (why === 'closed' || !instrument.open));
  return (
    <div className={classes.deal}>
      <FormErrorSummary>{ticket.problem?.detail}</FormErrorSummary>
      {market && <NoFreshPrice symbols={symbols} />}
      <div className={classes.sides} data-suggested={suggested ?? undefined}>
        {(['sell', 'buy'] as const).map((one) => (
          <SideButton
            key={one}
            side={one}
            instrument={instrument}
            waiting={market ? null : priceText(values)}
            draft={draftOf(values)}
            disabled={pending || off || closed || asked}
            busy={pending && ticket.side === one}
            onPlace={ticket.place}
          />
        ))}
      </div>
    </div>
  );
}

/** Why nothing can be opened right now, by what two people said or by the market's hours. */
function NothingOpens({ instrument }: { instrument: Instrument }) {
  const restriction = useRestrictions().get(instrument.symbol);
  if (restriction === undefined) return instrument.open ? null : <MarketClosed instrument={instrument} />;
  return (
    <Alert color="ink" p="xs" role="status">
      {restriction.text}
      {restriction.why === 'closed' && ` ${orderWords.pendingAllowed}`}
    </Alert>
  );
}

function MarketClosed({ instrument: { name, reopens_at: reopens } }: { instrument: Instrument }) {
  return (
    <Alert color="ink" p="xs" role="status">
      {reopens === null
        ? messages.market.closedForGood(name)
        : `${messages.market.closed(name, formatDateTime(reopens))} ${orderWords.pendingAllowed}`}
    </Alert>
  );
}
