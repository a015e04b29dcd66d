import { describe, expect, it } from 'vitest';
import { CLIENT, contextOf, NOON, OTHER, said, STAFF, stateOf } from '../../../test/kit.ts';
import { decide } from '../../ledger/decide.ts';
import type { Command } from '../../ledger/modules.ts';
import type { State } from '../../kernel/state.ts';
import { afterOf } from '../../kernel/table.ts';
import { type Configure, decideConfigure } from './configure.ts';
import { instrument } from '../../market/index.ts';
import { MINUTE_MS } from '../../market/new-york.ts';
import { financingAt } from './financing.ts';
import { inForce, withVersion } from './in-force.ts';
import { CONFIG_ITEMS, CONFIGURABLE, type ConfigItem, type ConfigValues } from './items.ts';
import { CONFIG_VERSIONS, CONFIGURATION, type Version, VOLUMES } from './model.ts';

const PRICES = { EURUSD: '1.10000 1.10002', BTC: '50000', AAPL: '200' };
const at110 = contextOf(PRICES);
const NOW = at110.now;
const after = (ms: number): Date => new Date(NOW.getTime() + ms);
const version = (value: unknown, effectiveAt = NOW, at = NOW): Version => ({ id: 'v', value, effectiveAt, at });

function configured<I extends ConfigItem>(
  state: State,
  item: I,
  key: string,
  value: ConfigValues[I],
  from = NOW,
  at = NOW,
): State {
  const copy = state.copy();
  const name = `${item} ${key}`;
  copy.of(CONFIGURATION).set(name, withVersion(copy.of(CONFIGURATION).get(name) ?? [], version(value, from, at)));
  return copy;
}
const command = (value: object, more: Partial<Configure> = {}): Configure => ({
  kind: 'configure', item: 'instrument', key: 'EURUSD', value: JSON.stringify(value), effectiveAt: null, replaces: null, reverts: null, ...more,
}); // prettier-ignore
const doing = { staffId: STAFF, reason: 'r', proposal: { id: 'p', proposedBy: OTHER } };
const open = (symbol: string, lots = 1n, side: 'buy' | 'sell' = 'buy') =>
  ({ kind: 'open_trade', clientId: CLIENT, symbol, side, lots, amount: 90_000n }) as const;
const code = (state: State, of: Command): string => said(decide(state, of, at110));

describe('[CF1] what can be configured', () => {
  it('reads each standard value as itself, and nothing else than what the contract lets through', () => {
    for (const item of CONFIG_ITEMS) {
      const { has, read, standard } = CONFIGURABLE[item];
      for (const key of ['EURUSD', 'stock', 'everyone', 'email', 'identity', 'funds'].filter(has))
        expect(read(JSON.parse(JSON.stringify(standard(key))))).toEqual(standard(key));
      for (const wrong of [null, 'on', {}, { state: 'maybe' }, { closures: [{ from: 'x' }] }])
        expect(() => read(wrong), `${item} ${JSON.stringify(wrong)}`).toThrow(RangeError);
    }
  });

  it('changes to another value, once, and of a thing that there is', () => {
    const state = stateOf();
    expect(said(decideConfigure(state, command({ state: 'on' }), doing, at110))).toBe('config.unchanged');
    expect(said(decideConfigure(state, command({ state: 'off' }, { key: 'crypto' }), doing, at110))).toBe('config.unknown'); // prettier-ignore
    const done = decideConfigure(state, command({ state: 'off' }), doing, at110);
    expect(done.rows?.[0]?.after).toMatchObject({ item: 'instrument', key: 'EURUSD', proposedBy: OTHER, approvedBy: STAFF, effectiveAt: NOW }); // prettier-ignore
    expect(done.records).toMatchObject([{ action: 'config.set', subjectId: 'instrument EURUSD' }]);
    const off = configured(state, 'instrument', 'EURUSD', { state: 'off' });
    expect(said(decideConfigure(off, command({ state: 'off' }), doing, at110))).toBe('config.unchanged');
    expect(said(decideConfigure(off, command({ state: 'on' }, { replaces: 'v' }), doing, at110))).toBe('ok');
  });
});

it('[CF9] a change that was written on top of another version than it would take the place of is refused', () => {
  const off = configured(stateOf(), 'instrument', 'EURUSD', { state: 'off' });
  const change = (more: Partial<Configure>) => said(decideConfigure(off, command({ state: 'on' }, more), doing, at110));
  expect([change({ replaces: 'v' }), change({ replaces: null }), change({ replaces: 'w' })]).toEqual([
    'ok',
    'config.changed',
    'config.changed',
  ]);
});

describe('[CF3] the value in effect', () => {
  it('is that of the version which took effect last, and of two at one moment the newer one', () => {
    let state = configured(stateOf(), 'instrument', 'EURUSD', { state: 'close_only' }, after(-2), after(-9));
    state = configured(state, 'instrument', 'EURUSD', { state: 'off' }, after(-1), after(-9));
    state = configured(state, 'instrument', 'EURUSD', { state: 'on' }, after(5), after(-9));
    const is = (ms: number) => inForce(state, 'instrument', 'EURUSD', after(ms)).state;
    expect([is(-3), is(-2), is(-1), is(0), is(4), is(5)]).toEqual(['on', 'close_only', 'off', 'off', 'off', 'on']);
    state = configured(state, 'instrument', 'EURUSD', { state: 'close_only' }, after(5), after(-8));
    expect(is(5)).toBe('close_only');
  });

  it('begins with its commit wherever it is read, and a day that has passed is the approval’s', () => {
    const state = configured(stateOf(), 'instrument', 'EURUSD', { state: 'off' }, after(900), after(900));
    expect(inForce(state, 'instrument', 'EURUSD', NOW).state).toBe('off');
    const late = decideConfigure(stateOf(), command({ state: 'off' }, { effectiveAt: after(-5) }), doing, at110);
    expect(late.rows?.[0]?.after).toMatchObject({ effectiveAt: NOW });
  });

  it('follows what it takes the place of where another process dated that later, by a clock that is ahead', () => {
    const state = configured(stateOf(), 'instrument', 'EURUSD', { state: 'off' }, after(900), after(900));
    const made = (effectiveAt: Date | null) => {
      const { rows = [] } = decideConfigure(state, command({ state: 'on' }, { effectiveAt, replaces: 'v' }), doing, at110); // prettier-ignore
      return afterOf(CONFIG_VERSIONS, rows)[0];
    };
    const [now, soon, later] = [made(null), made(after(500)), made(after(901))];
    expect(now).toMatchObject({ effectiveAt: after(900), at: after(900) });
    expect(soon).toMatchObject({ effectiveAt: after(900), at: NOW });
    expect(later).toMatchObject({ effectiveAt: after(901), at: NOW });
    const is = (of: typeof now, ms: number) =>
      of && inForce(configured(state, 'instrument', 'EURUSD', { state: 'on' }, of.effectiveAt, of.at), 'instrument', 'EURUSD', after(ms)).state; // prettier-ignore
    expect([is(now, 0), is(soon, 0), is(soon, 899), is(soon, 900)]).toEqual(['on', 'off', 'off', 'on']);
    expect([is(later, 900), is(later, 901)]).toEqual(['off', 'on']);
  });

  it('[CF13] is not proposed for a minute that is over', () => {
    const proposed = (effectiveAt: Date) =>
      decideConfigure(stateOf(), command({ state: 'off' }, { effectiveAt }), { staffId: STAFF, reason: 'r' }, at110);
    expect(proposed(NOW).outcome).toEqual({ ok: true, result: { id: '' } });
    expect(said(proposed(after(-MINUTE_MS)))).toBe('config.past');
  });

  it('takes ten scheduled changes of one thing, and then no other', () => {
    let state = stateOf();
    for (let i = 1; i <= 10; i++)
      state = configured(state, 'instrument', 'EURUSD', { state: i % 2 ? 'off' : 'on' }, after(i));
    const eleventh = command({ state: 'off' }, { effectiveAt: after(99) });
    expect(said(decideConfigure(state, eleventh, doing, at110))).toBe('config.too_many');
    expect(said(decideConfigure(state, command({ state: 'off' }), doing, at110))).toBe('ok');
  });
});

describe('[CF11] [T98] financing', () => {
  const WEEK_MS = 7 * 86_400_000;
  const euro = instrument('EURUSD');
  const change = (value: object, effectiveAt: Date | null = null) =>
    decideConfigure(stateOf(), command(value, { item: 'financing', effectiveAt }), doing, at110);

  it('takes effect a week after the approval, or later where that was proposed', () => {
    const effectOf = (proposed: Date | null) => change({ buy: '4', sell: null }, proposed).rows?.[0]?.after;
    for (const early of [null, after(-1), after(WEEK_MS - 1)])
      expect(effectOf(early)).toMatchObject({ effectiveAt: after(WEEK_MS) });
    expect(effectOf(after(WEEK_MS + 1))).toMatchObject({ effectiveAt: after(WEEK_MS + 1) });
  });

  it('costs either side what was set for it last, and what it comes with where nothing was', () => {
    const versions = withVersion(
      withVersion([], version({ buy: '4.5', sell: null }, after(10))),
      version({ buy: null, sell: '0' }, after(20)),
    );
    expect([9, 10, 19, 20].map((ms) => financingAt(euro, versions, after(ms)))).toEqual([
      { buy: 300, sell: 50 },
      { buy: 450, sell: 50 },
      { buy: 450, sell: 50 },
      { buy: 300, sell: 0 },
    ]);
  });

  it('is between nothing and all that a position is worth', () => {
    for (const wrong of ['-1', '100.01', '1e1', '', '4.555'])
      expect(() => change({ buy: wrong, sell: null }), wrong).toThrow(RangeError);
    expect(said(change({ buy: '100.00', sell: '0' }))).toBe('ok');
    expect(said(change({ buy: null, sell: null }))).toBe('config.unchanged');
  });
});

it('[CF4] an instrument that is not on takes no new position and no new order, and any other one does', () => {
  for (const state of ['close_only', 'off'] as const) {
    const of = configured(stateOf(), 'instrument', 'EURUSD', { state });
    expect(code(of, open('EURUSD'))).toBe(`instrument.${state}`);
    expect(code(of, open('AAPL'))).toBe(code(stateOf(), open('AAPL')));
  }
});

describe('[CF6] a closure', () => {
  const closures = [{ from: after(-1_000).toISOString(), until: after(1_000).toISOString(), name: 'Christmas Day' }];

  it('of an instrument or its class stops openings while it lasts, and names itself and its end', () => {
    for (const key of ['AAPL', 'stock']) {
      const state = configured(stateOf(), 'closures', key, { closures });
      const { outcome } = decide(state, open('AAPL'), at110);
      expect(outcome).toMatchObject({ refusal: { code: 'market.holiday', values: { name: 'Christmas Day' } } });
      expect(code(state, open('EURUSD'))).toBe('ok');
      const over = decide(state, open('AAPL'), { ...at110, now: after(1_000) });
      expect(said(over)).toBe(code(stateOf(), open('AAPL')));
      const before = decide(state, open('AAPL'), { ...at110, now: after(-1_001) });
      expect(said(before)).toBe(code(stateOf(), open('AAPL')));
    }
  });
});

describe('[CF7] a limit of volume', () => {
  const limited = (per_client: string | null, all_clients: string | null) =>
    configured(stateOf(), 'volume_limit', 'EURUSD', { per_client, all_clients });

  it('of all clients is of the net: the other side has room, and the sentence says how much', () => {
    const state = limited(null, '1.00').add(VOLUMES, [
      ['EURUSD', [{ side: 'buy', lots: 190n, splits: { num: 1n, den: 1n } }, { side: 'sell', lots: 91n, splits: { num: 1n, den: 1n } }]],
    ]); // prettier-ignore
    expect(code(state, open('EURUSD', 1n))).toBe('ok');
    const { outcome } = decide(state, open('EURUSD', 2n), at110);
    expect(outcome).toMatchObject({ refusal: { code: 'volume.all', field: 'lots', values: { room: '0.01' } } });
    expect(code(state, open('EURUSD', 2n, 'sell'))).toBe('ok');
  });

  it('counts what a split made of a position once: what is open is already in today’s shares', () => {
    const state = limited(null, '1.00').add(VOLUMES, [
      ['EURUSD', [{ side: 'buy', lots: 99n, splits: { num: 3n, den: 1n } }]],
    ]);
    expect(code(state, open('EURUSD', 1n))).toBe('ok');
    expect(decide(state, open('EURUSD', 2n), at110).outcome).toMatchObject({ refusal: { values: { room: '0.01' } } });
  });

  it('of one client counts their own alone, and one of nothing opens nothing', () => {
    expect(code(limited('0.01', null), open('EURUSD', 1n))).toBe('ok');
    expect(code(limited('0.01', null), open('EURUSD', 2n))).toBe('volume.client');
    expect(code(limited('0', null), open('EURUSD', 1n))).toBe('volume.client');
    expect(NOON).toEqual(NOW);
  });
});
