import { type FeedQuote, instrument, PRICE_SCALE } from '@clearbook/domain/market';
import { effectiveLeverageHundredths, notional, requiredMargin } from '@clearbook/domain/positions';
import { NO_PACKAGE } from '@clearbook/domain/trading';
import type pg from 'pg';
import type { CommitEntry } from './try-commit.ts';

type Row = Readonly<Record<string, unknown>>;
type Rows = Record<string, Row[]>;

/** What the server writes where a trade opens. */
export function openingRows(trade: Row): Rows {
  const { lots, collateral, required_margin } = trade;
  return {
    trade: [
      {
        open_lots: lots, collateral_left: collateral, required_margin_left: required_margin, status: 'active', realised: 0, realised_exact_num: 0, realised_exact_den: 1,
        shortfall: 0, financed: 0, accrued: 0, dividends: 0, splits_num: 1, splits_den: 1, loss_step: 0, ...trade,
      }, // prettier-ignore
    ],
  };
}

/** The required margin of so many hundredths of a lot of EUR/USD at the feed's own mid and 15:1, which a client without a package has, in cents. */
export function marginAt(feed: FeedQuote, lots: bigint): string {
  const of = instrument('EURUSD');
  const leverage = effectiveLeverageHundredths(of, NO_PACKAGE);
  return requiredMargin(notional(of, lots, { num: feed.bid + feed.ask, den: 2n * PRICE_SCALE }), leverage).toString();
}

/** What it writes where a part or the whole of one is closed, by what leaves the trade. */
export function closingRows(given: Row): Rows {
  const { lots_closed, collateral_out, realised, exact_num, exact_den, shortfall, at, ...trade } = given;
  const less = (value: unknown) => ({ plus: -BigInt(value as string) });
  return {
    trade: [
      {
        status: 'closed', open_lots: less(lots_closed), collateral_left: less(collateral_out), required_margin_left: { shareOf: lots_closed }, realised: { plus: realised },
        realised_exact_num: exact_num, realised_exact_den: exact_den, shortfall: { plus: shortfall }, closed_at: at, ...trade,
      }, // prettier-ignore
    ],
  };
}

/** Makes everybody there is a client who deals at the feed's own prices. */
export async function takeNoMarkup(owner: pg.Pool): Promise<void> {
  await owner.query("update ledger.party set markup = 0 where kind = 'client'");
}

/** What so many hundredths of a lot of EUR/USD, 1,000 € each, lose between the feed's own ask and bid, in cents. */
export function spreadLost(feed: FeedQuote, lots: number): number {
  return Number(((feed.bid - feed.ask) * BigInt(lots)) / 100_000n);
}

/** The entry of a close: what leaves the trade, and what it brought. */
export function closingEntry(client: string, trade: string, cents: number, result: number): CommitEntry {
  const postings: CommitEntry['postings'] = [['margin', cents], ['cash', -(cents + result)]]; // prettier-ignore
  return {
    ...{ event: 'trade_closed', client, subject: trade },
    postings: result === 0 ? postings : [...postings, ['trading', result]],
  };
}
