import { DEFAULT_MARKUP, doubleMid, halfWidth, type Instrument, type Price, sidesAround } from '../market/index.ts';

/** Bid and ask as a client without a package deals on them around a bar's price: the base spread and the default mark-up. */
export function dealtSides(of: Instrument, mid: Price): { readonly bid: Price; readonly ask: Price } {
  const feed = sidesAround(of, mid);
  const half = halfWidth(of, doubleMid(feed), DEFAULT_MARKUP);
  return { bid: feed.bid - half, ask: feed.ask + half };
}
