import type { Instrument, Side } from '@clearbook/contracts';
import { messages } from '@clearbook/contracts/messages';
import { tradeWords as words } from '@clearbook/contracts/words/trading';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { exactPrice, type Price } from '@clearbook/domain/market';
import { centsText, toCents } from '../../../lib/decimal.ts';
import { formatPrice, formatUsd, NO_VALUE } from '../../../lib/format.ts';
import { queries } from '../../../lib/queries.ts';
import { useOfQuote, useQuotes, useStale } from '../../../lib/quotes.ts';
import { opensAt, symbolsFor } from '../../../lib/ticket.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { LivePrice } from '../../../ui/price.tsx';
import { centsOf, draftOf, type OrderValues, withCollateral } from './order.form.ts';
import { figuresFor } from './preview.ts';
import { TicketCosts } from './ticket-costs.tsx';
import classes from './ticket.module.css';

type Props = { instrument: Instrument; values: OrderValues; children: (margin: string) => ReactNode };

/**
 * What the trade would mean at the quotes of this moment, by the functions that the server decides with. `children` draws the way to take
 * over the required margin.
 */
export function TicketFacts({ instrument, values: typed, children }: Props) {
  const { data: account } = useQuery(queries.account());
  // Nothing is calculated before there is a size, so nothing is rendered at a quote.
  const symbols = symbolsFor(instrument);
  const quotes = useQuotes(draftOf(typed) === null ? [] : symbols);
  const values = withCollateral(instrument, typed, quotes);
  const draft = draftOf(values);
  const stale = useStale(symbols);
  const priced = useOfQuote(instrument.symbol, true, (quote) => (quote === undefined ? 0 : 1)) === 1;
  const figures = draft === null ? null : figuresFor(instrument, draft, quotes);
  const cents = centsOf(values.amount);
  const after = account === undefined || cents === null ? null : toCents(account.available.amount) - cents;
  const { digits } = instrument;
  const short = figures !== null && cents !== null && cents < figures.requiredMargin;
  const text = (price: Price | null) => (price === null ? NO_VALUE : formatPrice(exactPrice(price), digits));
  const money = (value: bigint | undefined) => (value === undefined ? NO_VALUE : <Amount value={centsText(value)} />);
  const waits = values.type !== 'market';
  const now = (side: Side) => (
    <LivePrice symbol={instrument.symbol} at={opensAt(side)} digits={digits} coloured={false} />
  );

  return (
    <section aria-label={words.beforeTrade} className={classes.facts}>
      <dl data-stale={stale || undefined}>
        <Fact name={words.expectedFill}>
          {!priced ? (
            words.waiting
          ) : figures === null ? (
            waits ? (
              NO_VALUE
            ) : (
              <Pair sell={now('sell')} buy={now('buy')} />
            )
          ) : waits ? (
            text(figures.fill.buy)
          ) : (
            <Pair sell={text(figures.fill.sell)} buy={text(figures.fill.buy)} />
          )}
        </Fact>
        <Fact name={words.tradeValue}>{money(figures?.notional)}</Fact>
        <Fact name={words.markup}>{words.markupOf(instrument.markup, instrument.class)}</Fact>
        <Fact name={words.leverage}>{instrument.leverage}:1</Fact>
        <Fact name={words.requiredMargin}>{money(figures?.requiredMargin)}</Fact>
        <Fact name={words.closeOut}>
          {figures === null || cents === null || short ? (
            NO_VALUE
          ) : (
            <Pair sell={text(figures.closeOut.sell)} buy={text(figures.closeOut.buy)} />
          )}
        </Fact>
        <TicketCosts instrument={instrument} figures={figures} quotes={quotes} lots={draft?.lots ?? null} />
        <Fact name={words.balanceBefore}>
          {account === undefined ? NO_VALUE : <Amount value={account.available} />}
        </Fact>
        <Fact name={words.balanceAfter}>
          {after === null ? (
            NO_VALUE
          ) : (
            <Amount value={centsText(after)} className={clsx(after < 0n && classes.tooMuch)} />
          )}
        </Fact>
      </dl>
      <Terms instrument={instrument} />
      {short && (
        <p className={classes.warning}>{messages.trade.marginShort(formatUsd(centsText(figures.requiredMargin)))}</p>
      )}
      {after !== null && after < 0n && <p className={classes.warning}>{messages.trade.insufficient}</p>}
      {figures !== null && (cents === null || short) && children(centsText(figures.requiredMargin))}
    </section>
  );
}

/** Where mark-up and leverage come from: the packages that the client owns, or none. */
function Terms({ instrument }: { instrument: Instrument }) {
  const { data } = useQuery(queries.packages());
  if (data === undefined) return null;
  const owned = data.data.filter((one) => one.owned).map((one) => one.name);
  return (
    <p className={classes.terms}>
      {owned.length === 0
        ? words.termsBare(instrument.leverage_cap)
        : words.termsFrom(owned.join(', '), instrument.leverage_cap)}{' '}
      <Link to="/upgrade">{words.termsLink}</Link>
    </p>
  );
}

/** One line for each side. */
function Pair({ sell, buy }: { sell: ReactNode; buy: ReactNode }) {
  return (
    <>
      <span className={classes.line}>
        {words.sell} {sell}
      </span>
      <span className={classes.line}>
        {words.buy} {buy}
      </span>
    </>
  );
}
