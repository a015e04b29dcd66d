import { useSyncExternalStore } from 'react';
import { STORED } from '../app/storage-names.ts';
import { store, stored, useStored } from './stored.ts';

/** What up and down look like. The first is the default. */
export const TRENDS = ['green-up', 'red-up', 'blue-orange'] as const;
export type Trend = (typeof TRENDS)[number];

/** Sent to the window whenever the theme or the colours of up and down have changed, also when another tab did it. */
const THEME_CHANGE = 'theme-change';
const ATTRIBUTES = ['data-mantine-color-scheme', 'data-trend'];

function trendOf(kept: string | null): Trend {
  return TRENDS.find((trend) => trend === kept) ?? TRENDS[0];
}

export function useTrend(): Trend {
  return trendOf(useStored(STORED.trend, TRENDS[0])[0]);
}

export function setTrend(trend: Trend): void {
  store(STORED.trend, trend);
  showTrend();
}

/** Keeps the page's attributes and everything that draws outside of style sheets in step. Called once, at the start. */
export function followAppearance(): void {
  showTrend();
  globalThis.addEventListener('storage', (event) => {
    if (event.key === STORED.trend) showTrend();
  });
  showBrowserColor();
  let shown = attributes();
  new MutationObserver(() => {
    // Set again to what it was, as happens while the page is first drawn: to read colours now would lay out the page for nothing.
    if (attributes() === shown) return;
    shown = attributes();
    showBrowserColor();
    globalThis.dispatchEvent(new Event(THEME_CHANGE));
  }).observe(document.documentElement, { attributeFilter: ATTRIBUTES });
}

/** The bar of a phone's browser takes the colour of the header. */
function showBrowserColor(): void {
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', token('--surface'));
}

function showTrend(): void {
  document.documentElement.setAttribute('data-trend', trendOf(stored(STORED.trend)));
}

/** The value of a token as it is now; a canvas asks for it again at each theme change. */
export function token(name: `--${string}`): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** Changes whenever colours have: a drawing that depends on it is made again. */
export function useAppearance(): string {
  return useSyncExternalStore((listener) => {
    globalThis.addEventListener(THEME_CHANGE, listener);
    return () => globalThis.removeEventListener(THEME_CHANGE, listener);
  }, attributes);
}

function attributes(): string {
  return ATTRIBUTES.map((name) => document.documentElement.getAttribute(name)).join(' ');
}
