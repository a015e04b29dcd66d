import { BAR_MS, conversionPair, instrument, isSymbol, type Symbol } from '@clearbook/domain/market';
import { declared, type Row } from '../fields.ts';
import type { ArchiveFile, Source } from '../file.ts';
import { readBatches } from '../snapshot.ts';
import { FILLS } from './trading.ts';

const MINUTE_MS = BAR_MS['1m'];
/** Minutes that are asked for at once. */
const RUN = 240;

type Run = { readonly fromMs: number; untilMs: number };

/** The fills' minutes of one symbol and those on either side, in their order, as stretches without a gap. */
function* runsOf(minutes: readonly number[]): Generator<Run> {
  let run: Run | undefined;
  for (const minute of minutes) {
    const [fromMs, untilMs] = [minute - MINUTE_MS, minute + 2 * MINUTE_MS];
    if (run !== undefined && fromMs <= run.untilMs && untilMs - run.fromMs <= RUN * MINUTE_MS) run.untilMs = untilMs;
    else {
      if (run !== undefined) yield run;
      run = { fromMs: Math.max(fromMs, run?.untilMs ?? fromMs), untilMs };
    }
  }
  if (run !== undefined) yield run;
}

async function* bars(source: Source): AsyncGenerator<Row> {
  const { market, now } = source;
  const { source: name } = market.status(now);
  const bySymbol = new Map<Symbol, number[]>();
  const minutes = `select f.symbol, (extract(epoch from date_trunc('minute', f.at, 'UTC')) * 1000)::bigint as minute from (${FILLS}) f group by 1, 2 order by 1, 2`;
  for await (const batch of readBatches(source, minutes)) {
    for (const { symbol, minute } of batch) {
      if (!isSymbol(String(symbol))) throw new Error(`archive: a fill of an unknown symbol: ${String(symbol)}`);
      const known = bySymbol.get(symbol as Symbol) ?? [];
      known.push(Number(minute));
      bySymbol.set(symbol as Symbol, known);
    }
  }
  for (const [symbol, all] of bySymbol) {
    for (const { fromMs, untilMs } of runsOf(all)) {
      const until = new Date(Math.min(untilMs - 1, now.getTime()));
      const found = await market.bars(symbol, '1m', RUN + 3, until, fromMs, 'raw');
      for (const { timeMs, ...bar } of found)
        if (timeMs >= fromMs && timeMs < untilMs) yield { symbol, time: new Date(timeMs), ...bar, source: name };
    }
  }
}

/** The feed's last price of what is open and of what turns it into dollars: what the figures are valued at. */
async function* marks(source: Source): AsyncGenerator<Row> {
  const symbols = new Set<Symbol>();
  const open = `select distinct symbol from ledger.trade where client_id = $1 and status = 'active' order by symbol`;
  for await (const batch of readBatches(source, open)) {
    for (const { symbol } of batch) {
      symbols.add(symbol as Symbol);
      const pair = conversionPair(instrument(symbol as Symbol).quote);
      if (pair !== undefined) symbols.add(pair.symbol);
    }
  }
  for (const symbol of [...symbols].toSorted()) {
    const { quote } = source.market.showing(symbol, source.now);
    if (quote === undefined) continue;
    const { bid, ask, source: feed, sourceTime, id, shares } = quote;
    const adjusted = { num: shares?.num ?? 1n, den: shares?.den ?? 1n };
    yield {
      symbol,
      quote_id: id,
      bid,
      ask,
      source: feed,
      at: sourceTime,
      shares_num: adjusted.num,
      shares_den: adjusted.den,
    };
  }
}

export const MARKET_FILES: readonly ArchiveFile[] = [
  {
    name: 'bars',
    about:
      'A one-minute bar of mids around a fill, in the shares of then: the fill’s minute and the one on either side.',
    tables: [],
    fields: declared('symbol text, time time, open price, high price, low price, close price, source text'),
    rows: bars,
  },
  {
    name: 'marks',
    about:
      'The last price of what is open, or of what turns it into dollars, without the client’s mark-up. The figures are valued at these.',
    tables: [],
    fields: declared(
      `symbol text, quote_id text, bid price, ask price, source text, at time, shares_num whole, shares_den whole`,
    ),
    rows: marks,
  },
];
