import { messages } from '@clearbook/contracts/messages';
import { type Instrument, OPENING_MAX_AGE_MS } from '@clearbook/domain/market';

export type MarketRefusal = {
  readonly ok: false;
  readonly code: 'market.closed' | 'market.stale' | 'market.unavailable';
  /** One sentence for the client. */
  readonly detail: string;
  readonly reopensAt?: Date;
};

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

export function closed(of: Instrument, reopensAt: Date | undefined): MarketRefusal {
  if (reopensAt === undefined)
    return { ok: false, code: 'market.closed', detail: messages.market.closedForGood(of.name) };
  return {
    ok: false,
    code: 'market.closed',
    detail: messages.market.closed(of.name, `on ${inWords(reopensAt)}`),
    reopensAt,
  };
}

export function stale(of: Instrument): MarketRefusal {
  return { ok: false, code: 'market.stale', detail: messages.market.stale(of.name) };
}

export function tooOldToOpen(of: Instrument, ageMs: number): MarketRefusal {
  const seconds = Math.ceil(ageMs / 1_000);
  return {
    ok: false,
    code: 'market.stale',
    detail: messages.market.tooOldToOpen(of.name, seconds, OPENING_MAX_AGE_MS / 1_000),
  };
}

export function unavailable(of: Instrument): MarketRefusal {
  return { ok: false, code: 'market.unavailable', detail: messages.market.stale(of.name) };
}

/** "Sunday 22 November 2026 at 22:00 UTC". Hours are given in UTC because a sentence from the server does not know its reader's zone. */
function inWords(time: Date): string {
  const minute = time.toISOString().slice(11, 16);
  return `${WEEKDAYS[time.getUTCDay()]} ${time.getUTCDate()} ${MONTHS[time.getUTCMonth()]} ${time.getUTCFullYear()} at ${minute} UTC`;
}
