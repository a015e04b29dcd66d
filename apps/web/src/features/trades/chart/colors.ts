import { token } from '../../../lib/appearance.ts';

/** What a canvas draws with, read again at each change of theme or of the colours of up and down. */
export type Colors = {
  readonly up: string;
  readonly down: string;
  readonly gain: string;
  readonly loss: string;
  readonly text: string;
  readonly dim: string;
  readonly surface: string;
  readonly line: string;
  readonly strong: string;
  readonly grid: string;
  readonly accent: string;
  readonly accentText: string;
  /** Of indicators, apart from one another for every kind of colour vision. */
  readonly series: readonly string[];
  readonly font: string;
};

/** Distinguishable for every kind of colour vision, and at least 3 : 1 on their ground. */
const SERIES = {
  light: ['#0072b2', '#b35806', '#7b3294', '#00735c', '#a6266e', '#57606a'],
  dark: ['#56b4e9', '#f0a04b', '#c79bdc', '#35c9a5', '#f08bbd', '#a3adbb'],
} as const;

export function readColors(): Colors {
  const dark = document.documentElement.getAttribute('data-mantine-color-scheme') === 'dark';
  return {
    up: token('--candle-up'),
    down: token('--candle-down'),
    gain: token('--gain'),
    loss: token('--loss'),
    text: token('--text'),
    dim: token('--text-2'),
    surface: token('--surface'),
    line: token('--line'),
    strong: token('--line-strong'),
    grid: token('--grid-line'),
    accent: token('--accent'),
    accentText: token('--accent-text'),
    series: SERIES[dark ? 'dark' : 'light'],
    font: getComputedStyle(document.body).fontFamily,
  };
}

/** The same colour, less of it: for areas. Tokens are written as #rrggbb, which the library reads too. */
export function faint(color: string, part: number): string {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return `rgba(${red}, ${green}, ${blue}, ${part})`;
}
