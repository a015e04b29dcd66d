export const TRADES_ID = 'performance-trades';

/** Moves to the trades behind the figures; the focus goes along, so that the keyboard is there too. */
export function toTrades(): void {
  const element = document.getElementById(TRADES_ID);
  element?.scrollIntoView({ block: 'start' });
  element?.focus({ preventScroll: true });
}
