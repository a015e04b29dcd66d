import type { Instrument } from '@clearbook/contracts';
import { isUsdAmount, usdToCents } from '@clearbook/contracts/money';
import { lots as lotsRule } from '@clearbook/contracts/trading';
import { messages } from '@clearbook/contracts/messages';
import { tradeWords as words } from '@clearbook/contracts/words/trading';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { centsText, priceText, toCents } from '../../lib/decimal.ts';
import { formatPrice, formatUsd, NO_VALUE } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useQuotes } from '../../lib/quotes.ts';
import { closeOutPrices, symbolsFor, ticketFigures } from '../../lib/ticket.ts';
import { Amount } from '../../ui/amount.tsx';
import classes from './trades.module.css';

type Props = { instrument: Instrument; lots: string; amount: string; children: (margin: string) => ReactNode };

/** What the trade would mean at the quotes of this moment. `children` draws the way to take over the required margin. */
export function TicketFacts({ instrument, lots, amount, children }: Props) {
  const quotes = useQuotes(symbolsFor(instrument));
  const { data: account } = useQuery(queries.account());
  const quote = quotes[instrument.symbol];
  const valid = lotsRule.safeParse(lots.trim()).success;
  const figures = valid ? ticketFigures(instrument, lots.trim(), quotes) : null;
  const cents = isUsdAmount(amount.trim()) ? usdToCents(amount.trim()) : null;
  const after = account === undefined || cents === null ? null : toCents(account.available.amount) - cents;
  const closeOut =
    figures === null || cents === null ? null : closeOutPrices(instrument, lots.trim(), cents, figures, quotes);
  const { digits } = instrument;
  const short = figures !== null && cents !== null && cents < figures.requiredMargin;

  return (
    <section aria-label={words.beforeTrade} className={classes.facts}>
      <dl className={classes.figures}>
        <Fact name={words.expectedFill}>
          {quote === undefined ? (
            words.waiting
          ) : (
            <Pair sell={formatPrice(quote.bid, digits)} buy={formatPrice(quote.ask, digits)} />
          )}
        </Fact>
        <Fact name={words.tradeValue}>
          {figures === null ? NO_VALUE : <Amount value={centsText(figures.notional)} />}
        </Fact>
        <Fact name={words.spreadCost}>
          {figures === null ? NO_VALUE : <Amount value={centsText(figures.spreadCost)} />}
        </Fact>
        <Fact name={words.leverage}>{instrument.leverage}:1</Fact>
        <Fact name={words.requiredMargin}>
          {figures === null ? NO_VALUE : <Amount value={centsText(figures.requiredMargin)} />}
        </Fact>
        <Fact name={words.closeOut}>
          {closeOut === null ? (
            NO_VALUE
          ) : (
            <Pair
              sell={formatPrice(priceText(closeOut.sell, digits))}
              buy={closeOut.buy === 0n ? NO_VALUE : formatPrice(priceText(closeOut.buy, digits))}
            />
          )}
        </Fact>
        <Fact name={words.balanceBefore}>
          {account === undefined ? NO_VALUE : <Amount value={account.available} />}
        </Fact>
        <Fact name={words.balanceAfter}>
          {after === null ? (
            NO_VALUE
          ) : (
            <Amount value={centsText(after)} className={after < 0n ? classes.tooMuch : undefined} />
          )}
        </Fact>
      </dl>
      {short && (
        <p className={classes.warning}>{messages.trade.marginShort(formatUsd(centsText(figures.requiredMargin)))}</p>
      )}
      {after !== null && after < 0n && <p className={classes.warning}>{messages.trade.insufficient}</p>}
      {figures !== null && (cents === null || short) && children(centsText(figures.requiredMargin))}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** One line for each side. */
function Pair({ sell, buy }: { sell: string; buy: string }) {
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
