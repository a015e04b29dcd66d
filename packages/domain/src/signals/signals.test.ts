import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recount } from '../../test/signal-recount.ts';
import {
  type Bar,
  createSimulation,
  instrument,
  INSTRUMENTS,
  isOpen,
  parsePrice,
  session,
  simulatedBar,
  type Symbol,
  adjustedBar,
  type PriceAction,
} from '../market/index.ts';
import {
  advance,
  chooseCoverage,
  covered,
  dealtSides,
  type Desk,
  expiryOf,
  LIFE_BARS,
  LOOK_BACK_BARS,
  SIGNAL_BAR_MS as HOUR,
  SIGNAL_RULES,
  signalAt,
  type SignalDraft,
  step,
  track,
} from './index.ts';

const EMPTY: Desk = { bars: [], open: new Map() };
const MONDAY = Date.parse('2026-03-09T00:00:00Z');
const BTC = instrument('BTC');
const EURUSD = instrument('EURUSD');

function recorded(seed: string, symbol: Symbol, from: number, hours: number): Bar[] {
  const simulation = createSimulation(seed);
  return Array.from({ length: hours }, (_, i) => simulatedBar(simulation, symbol, '1h', from + i * HOUR)).filter(
    (bar) => bar !== undefined,
  );
}

const bar = (hour: number, open: string, high: string, low: string, close: string): Bar => ({
  timeMs: MONDAY + hour * HOUR,
  open: parsePrice(open),
  high: parsePrice(high),
  low: parsePrice(low),
  close: parsePrice(close),
});

const BUY: SignalDraft = {
  rule: 'average_cross',
  symbol: 'EURUSD',
  side: 'buy',
  barTime: MONDAY,
  entry: parsePrice('1.1'),
  stop: parsePrice('1.098'),
  target: parsePrice('1.103'),
  expiresAt: MONDAY + 25 * HOUR,
};
const SELL: SignalDraft = { ...BUY, side: 'sell', stop: parsePrice('1.102'), target: parsePrice('1.097') };

/** Base spread of 0.2 pips and mark-up of 1.6: 0.9 pips to each side. */
const bid = (mid: string) => parsePrice(mid) - parsePrice('0.00009');
const ask = (mid: string) => parsePrice(mid) + parsePrice('0.00009');

function scoreOf(signal: SignalDraft, bars: Bar[], of = EURUSD) {
  let tracked = track(of, signal);
  for (const each of bars) {
    const moved = step(of, tracked, each);
    if ('score' in moved) return moved.score;
    tracked = moved.tracked;
  }
  return undefined;
}

describe('signals', () => {
  it('[V11] equal a slower recount from the same bars, signal for signal and score for score, in every class', () => {
    const seen = new Set<string>();
    for (const symbol of ['EURUSD', 'USDJPY', 'NZDCAD', 'BTC', 'SHIB', 'AAPL', 'KO'] as const) {
      const bars = recorded('recount', symbol, MONDAY, 24 * 30);
      const until = MONDAY + 24 * 30 * HOUR;
      const { issued, ended } = advance(instrument(symbol), EMPTY, bars, until);
      const slow = recount(symbol, bars, until);
      expect(issued).toEqual(slow.map(({ signal }) => signal));
      const scores = slow.filter(({ score }) => score !== undefined);
      expect(new Map(ended.map(({ signal, score }) => [`${signal.rule} ${signal.barTime}`, score]))).toEqual(
        new Map(scores.map(({ signal, score }) => [`${signal.rule} ${signal.barTime}`, score])),
      );
      for (const { rule, side } of issued) seen.add(`${rule} ${side}`);
      for (const { score } of ended) seen.add(score.outcome);
    }
    const wanted = [...SIGNAL_RULES.flatMap((rule) => [`${rule} buy`, `${rule} sell`]), 'target', 'stop', 'expired'];
    expect(wanted.filter((each) => !seen.has(each))).toEqual([]);
  });

  it('[V11] do not depend on how the bars are cut into stretches', () => {
    const bars = recorded('stretches', 'ETH', MONDAY, 24 * 20);
    const until = MONDAY + 24 * 20 * HOUR;
    const whole = advance(instrument('ETH'), EMPTY, bars, until);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 24 * 20 - 1 }), { maxLength: 12 }), (cuts) => {
        let desk = EMPTY;
        const issued: unknown[] = [];
        const ended: unknown[] = [];
        let from = 0;
        for (const cut of [...new Set(cuts), 24 * 20].toSorted((a, b) => a - b)) {
          const part = advance(instrument('ETH'), desk, bars.slice(from, cut), MONDAY + cut * HOUR);
          issued.push(...part.issued);
          ended.push(...part.ended);
          desk = { bars: part.desk.bars.slice(-LOOK_BACK_BARS), open: part.desk.open };
          from = cut;
        }
        expect(issued).toEqual(whole.issued);
        expect(new Set(ended)).toEqual(new Set(whole.ended));
      }),
      { numRuns: 8 },
    );
  });

  it('[V11] an open signal is taken up again from the bars after its own', () => {
    const bars = recorded('again', 'BTC', MONDAY, 24 * 20);
    const { desk } = advance(BTC, EMPTY, bars, MONDAY + 24 * 20 * HOUR);
    expect(desk.open.size).toBeGreaterThan(0);
    for (const tracked of desk.open.values()) {
      const after = bars.filter((each) => each.timeMs > tracked.signal.barTime);
      expect(track(BTC, tracked.signal, after)).toEqual(tracked);
    }
  });

  it('[V1] follow from 51 bars alone', () => {
    for (const symbol of ['GBPJPY', 'SOL', 'TSLA'] as const) {
      const of = instrument(symbol);
      const bars = recorded('window', symbol, MONDAY, 24 * 14);
      let given = 0;
      for (let at = 0; at < bars.length; at += 1) {
        for (const rule of SIGNAL_RULES) {
          const from = Math.max(0, at - LOOK_BACK_BARS + 1);
          const inWindow = signalAt(rule, of, bars.slice(from, at + 1), at - from);
          expect(inWindow).toEqual(signalAt(rule, of, bars, at));
          given += inWindow === undefined ? 0 : 1;
        }
      }
      expect(given).toBeGreaterThan(10);
    }
  });

  it('[V3] stop and target stand two and three average ranges from the dealt entry', () => {
    const bars = recorded('ranges', 'EURUSD', MONDAY, 24 * 30);
    const { issued } = advance(EURUSD, EMPTY, bars, MONDAY + 24 * 30 * HOUR);
    for (const signal of issued) {
      const at = bars.findIndex((each) => each.timeMs === signal.barTime);
      const sides = dealtSides(EURUSD, bars[at]!.close);
      expect(signal.entry).toBe(signal.side === 'buy' ? sides.ask : sides.bid);
      const [risk, reward] = [signal.entry - signal.stop, signal.target - signal.entry];
      // Each is rounded by half a step at most.
      const off = 3n * risk - 2n * reward;
      expect(off <= 250_000n && off >= -250_000n).toBe(true);
      expect(signal.side === 'buy' ? risk > 0n : risk < 0n).toBe(true);
    }
    expect(issued.length).toBeGreaterThan(20);
  });

  it('[V4] expire after 24 bars in which the instrument trades', () => {
    expect(expiryOf(BTC, MONDAY)).toBe(MONDAY + (1 + LIFE_BARS) * HOUR);
    // Friday evening in New York: three hours to the close, the rest from Sunday evening on.
    const friday = Date.parse('2026-03-13T17:00:00Z');
    expect(new Date(expiryOf(EURUSD, friday)).toISOString()).toBe('2026-03-16T18:00:00.000Z');
    for (const of of [EURUSD, BTC, instrument('AAPL')]) {
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 24 * 200 }), (hour) => {
          const time = MONDAY + hour * HOUR;
          const end = expiryOf(of, time);
          let traded = 0;
          for (let at = time + HOUR; at < end; at += HOUR) {
            const now = session(of, at);
            if (now.open || now.opensAt < at + HOUR) traded += 1;
          }
          expect(traded).toBe(LIFE_BARS);
          expect(isOpen(of, end - 1) || session(of, end - HOUR).open).toBe(true);
        }),
        { numRuns: 60 },
      );
    }
  });

  it('[V5] one open signal a rule and instrument, and none where costs would decide it', () => {
    for (const of of INSTRUMENTS.filter((_, i) => i % 6 === 0)) {
      const bars = recorded('one open', of.symbol, MONDAY, 24 * 15);
      const until = MONDAY + 24 * 15 * HOUR;
      const { issued, ended } = advance(of, EMPTY, bars, until);
      const endOf = new Map(ended.map(({ signal, score }) => [signal, score.endedAt]));
      for (const rule of SIGNAL_RULES) {
        const own = issued.filter((signal) => signal.rule === rule);
        own.forEach((signal, i) => {
          const next = own[i + 1];
          if (next !== undefined) expect(next.barTime + HOUR).toBeGreaterThanOrEqual(endOf.get(signal) ?? Infinity);
        });
      }
      for (const signal of issued) {
        const found = bars.find((each) => each.timeMs === signal.barTime)!;
        const sides = dealtSides(of, found.close);
        const risk = signal.side === 'buy' ? signal.entry - signal.stop : signal.stop - signal.entry;
        expect(risk >= 3n * (sides.ask - sides.bid)).toBe(true);
      }
    }
    const flat = Array.from({ length: 120 }, (_, i) =>
      bar(i, '1.1', '1.10001', '1.09999', i % 7 < 3 ? '1.10001' : '1.09999'),
    );
    expect(advance(EURUSD, EMPTY, flat, MONDAY + 120 * HOUR).issued).toEqual([]);
  });

  it('[V6] are entered at the next opening and left on the other side, spread and mark-up paid', () => {
    const calm = bar(1, '1.1002', '1.1003', '1.1', '1.1001');
    const up = bar(2, '1.1001', '1.1032', '1.1', '1.103');
    expect(scoreOf(BUY, [calm, up])).toEqual({
      outcome: 'target',
      fill: ask('1.1002'),
      exit: BUY.target,
      endedAt: MONDAY + 3 * HOUR,
      rHundredths: 136,
    });
    expect(scoreOf(SELL, [calm, bar(2, '1.1', '1.1', '1.0969', '1.097')])).toMatchObject({
      outcome: 'target',
      fill: bid('1.1002'),
      exit: SELL.target,
    });
    // The mid reaches the target, the bid at which a buy is left does not.
    expect(scoreOf(BUY, [calm, bar(2, '1.1', '1.10308', '1.0999', '1.1')])).toBeUndefined();
    expect(scoreOf(BUY, [calm, bar(2, '1.1', '1.10309', '1.0999', '1.1')])).toMatchObject({ outcome: 'target' });
    expect(scoreOf(SELL, [calm, bar(2, '1.1', '1.1', '1.09692', '1.1')])).toBeUndefined();
    expect(scoreOf(SELL, [calm, bar(2, '1.1', '1.10191', '1.1', '1.1')])).toMatchObject({ outcome: 'stop' });
  });

  it('[V7] the stop counts where one bar reaches both', () => {
    const wild = bar(1, '1.1', '1.11', '1.09', '1.109');
    expect(scoreOf(BUY, [wild])).toMatchObject({ outcome: 'stop', exit: BUY.stop });
    expect(scoreOf(SELL, [wild])).toMatchObject({ outcome: 'stop', exit: SELL.stop });
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 9n }), fc.boolean(), (more, buys) => {
        const signal = buys ? BUY : SELL;
        const [low, high] = [parsePrice('1.096') - more, parsePrice('1.104') + more];
        const both: Bar = { timeMs: MONDAY + HOUR, open: parsePrice('1.1'), high, low, close: buys ? high : low };
        expect(scoreOf(signal, [both])).toMatchObject({ outcome: 'stop' });
      }),
    );
  });

  it('[V8] a gap beyond the stop costs what it costs; a gap beyond the target pays no more', () => {
    const calm = bar(1, '1.1', '1.1003', '1.0999', '1.1');
    const down = bar(2, '1.09', '1.091', '1.089', '1.09');
    const up = bar(2, '1.11', '1.111', '1.109', '1.11');
    expect(scoreOf(BUY, [calm, down])).toMatchObject({ outcome: 'stop', exit: bid('1.09') });
    expect(scoreOf(SELL, [calm, up])).toMatchObject({ outcome: 'stop', exit: ask('1.11') });
    expect(scoreOf(BUY, [calm, up])).toMatchObject({ outcome: 'target', exit: BUY.target });
    // A market that opens beyond the stop enters and leaves there: the spread is lost, nothing more.
    expect(scoreOf(BUY, [bar(1, '1.09', '1.091', '1.089', '1.09')])).toMatchObject({
      outcome: 'stop',
      fill: ask('1.09'),
      exit: bid('1.09'),
      rHundredths: -9,
    });
  });

  it('[V8] no score is better than a recount without costs', () => {
    for (const symbol of ['EURCHF', 'DOGE', 'NFLX'] as const) {
      const of = instrument(symbol);
      const bars = recorded('costs', symbol, MONDAY, 24 * 30);
      const until = MONDAY + 24 * 30 * HOUR;
      for (const { signal, score } of advance(of, EMPTY, bars, until).ended) {
        const free = recount(symbol, bars, until, { costs: false, only: signal })[0]?.score;
        if (free === undefined) continue;
        // Two stops may end in different bars, and only then can the earlier, dearer one have the smaller gap.
        const bothStopped = score.outcome === 'stop' && free.outcome === 'stop' && score.endedAt !== free.endedAt;
        if (!bothStopped) expect(score.rHundredths).toBeLessThanOrEqual(free.rHundredths);
        if (score.outcome === 'target') expect(free.outcome).toBe('target');
        if (free.outcome === 'stop') expect(score.outcome).toBe('stop');
      }
    }
  });

  it('[V9] at the expiry the last close counts; without a price there is no result', () => {
    const quiet = Array.from({ length: 24 }, (_, i) => bar(i + 1, '1.1', '1.1005', '1.0995', '1.1001'));
    expect(scoreOf(BUY, quiet)).toMatchObject({
      outcome: 'expired',
      fill: ask('1.1'),
      exit: bid('1.1001'),
      endedAt: BUY.expiresAt,
    });
    // Hours without a price in between, and the next one too late.
    expect(scoreOf(BUY, [...quiet.slice(0, 3), bar(30, '1.2', '1.2', '1.2', '1.2')])).toMatchObject({
      outcome: 'expired',
      exit: bid('1.1001'),
    });
    expect(scoreOf(BUY, [bar(25, '1.1', '1.1', '1.1', '1.1')])).toEqual({
      outcome: 'not_entered',
      fill: null,
      exit: null,
      endedAt: BUY.expiresAt,
      rHundredths: 0,
    });
    const desk: Desk = { bars: [], open: new Map([[BUY.rule, track(EURUSD, BUY)]]) };
    expect(advance(EURUSD, desk, [], BUY.expiresAt - HOUR).ended).toEqual([]);
    expect(advance(EURUSD, desk, [], BUY.expiresAt).ended).toMatchObject([{ score: { outcome: 'not_entered' } }]);
  });

  it('[V10] the result is counted in hundredths of the published risk', () => {
    fc.assert(
      fc.property(fc.integer({ min: -150, max: 250 }), fc.boolean(), (points, buys) => {
        const signal = buys ? BUY : SELL;
        const mid = parsePrice('1.1') + BigInt(points) * 100_000n;
        const text: Bar = { timeMs: MONDAY + 24 * HOUR, open: mid, high: mid, low: mid, close: mid };
        const score = scoreOf(signal, [bar(1, '1.1', '1.1', '1.1', '1.1'), text])!;
        const move = Number(buys ? score.exit! - score.fill! : score.fill! - score.exit!) / 1e10;
        expect(Math.abs(score.rHundredths - (100 * move) / 0.002)).toBeLessThanOrEqual(0.5 + 1e-9);
      }),
    );
  });

  it('[V18] what is not chosen starts with EURUSD, and a fallen strength keeps the first chosen', () => {
    expect(covered(undefined, 76)).toEqual(['EURUSD']);
    expect(covered(undefined, 77)).toEqual(INSTRUMENTS.map((of) => of.symbol));
    expect(covered({ symbols: ['BTC', 'ETH', 'SOL'], changedOn: null }, 2)).toEqual(['BTC', 'ETH']);
  });

  it('[V19] free places are filled at any time, an instrument is given up once a day', () => {
    const [today, tomorrow] = ['2026-03-09', '2026-03-10'];
    const first = chooseCoverage(undefined, ['BTC'], 1, today);
    expect(first).toEqual({ ok: true, choice: { symbols: ['BTC'], changedOn: null } });
    const btc = { symbols: ['BTC'] as const, changedOn: null };
    const swapped = chooseCoverage(btc, ['ETH'], 1, today);
    expect(swapped).toEqual({ ok: true, choice: { symbols: ['ETH'], changedOn: today } });
    const eth = { symbols: ['ETH'] as const, changedOn: today };
    expect(chooseCoverage(eth, ['BTC'], 3, today)).toEqual({ ok: false, code: 'signals.changed_today' });
    expect(chooseCoverage(eth, ['SOL', 'ETH'], 3, today)).toMatchObject({ ok: true, choice: { changedOn: today } });
    expect(chooseCoverage(eth, ['BTC'], 3, tomorrow)).toMatchObject({ ok: true, choice: { changedOn: tomorrow } });
    expect(chooseCoverage(eth, ['BTC', 'SOL'], 1, tomorrow)).toEqual({ ok: false, code: 'signals.too_many' });
    expect(chooseCoverage(eth, ['BTC', 'BTC'], 3, tomorrow)).toEqual({ ok: false, code: 'signals.twice' });
  });
});

describe('across a split', () => {
  const EFFECTIVE = new Date('2026-03-19T13:25:00Z');
  const split: PriceAction = { type: 'split', symbol: 'AAPL', effectiveAt: EFFECTIVE, num: 4n, den: 1n };
  const AAPL = instrument('AAPL');
  const HOURS = 24 * 24;
  const until = MONDAY + HOURS * HOUR;
  const whole = recorded('split', 'AAPL', MONDAY, HOURS);
  /** As traded: a quarter from the session after it on, to the unit. */
  const traded = whole.map((each) =>
    each.timeMs + HOUR <= EFFECTIVE.getTime() ? each : adjustedBar(each, { num: 4n, den: 1n }),
  );

  it('[V23] rules see no fall, and a signal ends as it would have, in the shares in which it was published', () => {
    const was = advance(AAPL, EMPTY, whole, until);
    const is = advance(AAPL, EMPTY, traded, until, [split]);
    const keys = ({ issued }: typeof was) => issued.map(({ rule, side, barTime }) => `${rule} ${side} ${barTime}`);
    expect(keys(is)).toEqual(keys(was));
    const across = is.ended.filter(
      ({ signal, score }) => signal.barTime < EFFECTIVE.getTime() && score.endedAt > EFFECTIVE.getTime(),
    );
    expect(across.length).toBeGreaterThan(0);
    for (const { signal, score } of across) {
      const same = was.ended.find((each) => each.signal.rule === signal.rule && each.signal.barTime === signal.barTime);
      expect(same?.signal).toEqual(signal);
      expect(score.outcome).toBe(same?.score.outcome);
      expect(Math.abs(Number((score.exit ?? 0n) - (same?.score.exit ?? 0n)))).toBeLessThan(1e9);
    }
    // Without it they would have seen the greatest fall of all.
    expect(keys(advance(AAPL, EMPTY, traded, until))).not.toEqual(keys(was));
  });

  it('[V23] however the bars are cut into pieces', () => {
    const all = advance(AAPL, EMPTY, traded, until, [split]);
    let desk: Desk = EMPTY;
    const issued: SignalDraft[] = [];
    for (let from = 0; from < traded.length; from += 5) {
      const part = traded.slice(from, from + 5);
      const done = advance(AAPL, desk, part, part.at(-1)!.timeMs + HOUR, [split]);
      issued.push(...done.issued);
      const open = [...done.desk.open].map(([rule, { signal }]) => {
        const after = traded.slice(0, from + 5).filter((each) => each.timeMs > signal.barTime);
        return [rule, track(AAPL, signal, after, [split])] as const;
      });
      desk = { bars: done.desk.bars.slice(-LOOK_BACK_BARS), open: new Map(open) };
    }
    expect(issued).toEqual(all.issued);
  });
});
