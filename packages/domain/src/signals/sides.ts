import { DEFAULT_MARKUP, type Instrument, type Price, sidesAround, widened } from '../market/index.ts';

/** Bid and ask as a client without a package deals on them around a bar's price: the base spread and the default mark-up. */
export function dealtSides(of: Instrument, mid: Price): { readonly bid: Price; readonly ask: Price } {
  return widened(of, sidesAround(of, mid), DEFAULT_MARKUP);
}
