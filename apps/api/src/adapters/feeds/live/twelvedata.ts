import {
  INSTRUMENTS,
  type Instrument,
  isSymbol,
  sidesAround,
  type SourceTick,
  tryParsePriceNumber,
} from '@clearbook/domain/market';
import * as z from 'zod';
import { NumberText, parseKeepingNumbers } from './json.ts';
import { Poller } from './poller.ts';
import { getText, SourceFailure } from './rest.ts';
import type { Source, SourceParts } from './source.ts';

export const TWELVEDATA_URL = 'https://api.twelvedata.com';

/** One request a minute for 51 symbols is 51 credits a minute. */
const POLL_MS = 60_000;
/** The moment that it names is that of its last minute, and the answer may be a minute old. */
const CADENCE_MS = 120_000;

const SYMBOLS = INSTRUMENTS.filter((each) => each.class !== 'crypto');
const quote = z.object({ close: z.string().max(40), last_quote_at: z.instanceof(NumberText) });
const failure = z.object({ status: z.literal('error'), message: z.string() });

/**
 * Twelve Data's GET /quote for all forex pairs and stocks in one request: the second opinion on the vendor, and what takes over when that falls silent. It names
 * one price a symbol: bid and ask are the base spread around it.
 */
export function createTwelveData(options: SourceParts & { baseUrl: string; key: string; pollMs?: number }): Source {
  let poller: Poller | undefined;
  return {
    name: 'twelvedata',
    label: 'Twelve Data',
    classes: ['forex', 'stock'],
    cadenceMs: () => CADENCE_MS,
    start(sink) {
      poller = new Poller({
        part: 'prices',
        everyMs: options.pollMs ?? POLL_MS,
        random: options.random,
        sink,
        async ask(signal) {
          const url = new URL(`${options.baseUrl}/quote`);
          url.searchParams.set('symbol', SYMBOLS.map(vendorSymbol).join());
          const text = await getText(url, { signal, headers: { authorization: `apikey ${options.key}` } });
          const ticks = readQuotes(text, options.clock.now().getTime());
          if (ticks.length === 0) throw new SourceFailure('its answer held no price');
          sink.ticks(ticks);
        },
      });
      poller.start();
    },
    stop: () => poller?.stop(),
  };
}

function vendorSymbol(of: Instrument): string {
  return of.class === 'forex' ? `${of.base}/${of.quote}` : of.symbol;
}

function readQuotes(text: string, receivedMs: number): SourceTick[] {
  const body = z.record(z.string(), z.unknown()).parse(parseKeepingNumbers(text));
  if (failure.safeParse(body).success) throw new SourceFailure('it answered with an error');
  const ticks: SourceTick[] = [];
  for (const of of SYMBOLS) {
    const name = vendorSymbol(of);
    const found = Object.hasOwn(body, name) ? quote.safeParse(body[name]) : undefined;
    if (found?.success !== true || !isSymbol(of.symbol)) continue;
    const price = tryParsePriceNumber(found.data.close);
    const seconds = Number(found.data.last_quote_at.text);
    if (price === undefined || !Number.isSafeInteger(seconds)) continue;
    const sourceTimeMs = seconds * 1_000;
    ticks.push({ symbol: of.symbol, ...sidesAround(of, price), sourceTimeMs, receivedMs, source: 'twelvedata' });
  }
  return ticks;
}
