import { describe, expect, it } from 'vitest';
import { displaySymbol, instrument, INSTRUMENTS, isSymbol, MIN_NOTIONAL_CENTS } from './instruments.ts';

const FOREX =
  'EURUSD, GBPUSD, AUDUSD, USDJPY, USDCAD, USDCHF, NZDUSD, EURGBP, EURJPY, GBPJPY, AUDJPY, EURCHF, EURAUD, GBPAUD, CADJPY, NZDJPY, AUDNZD, GBPCHF, EURCAD, AUDCAD, CHFJPY, NZDCAD';
const CRYPTO =
  'BTC, ETH, LTC, XRP, BCH, ADA, SOL, DOT, BNB, DOGE, SHIB, AVAX, MATIC, ATOM, LINK, UNI, XLM, TRX, ALGO, FTM, NEAR, HBAR, ICP, FIL, AAVE, GRT';
const STOCKS =
  'AAPL, TSLA, AMZN, MSFT, GOOGL, META, NVDA, BRK.B, V, JNJ, WMT, PG, JPM, DIS, NFLX, KO, PEP, XOM, CVX, INTC, CSCO, BA, IBM, MMM, GE, NKE, ORCL, ADBE, CRM';

describe('instruments', () => {
  it("[M1] are the specification's 77, in its order", () => {
    expect(INSTRUMENTS.map((each) => each.symbol).join(', ')).toBe([FOREX, CRYPTO, STOCKS].join(', '));
    expect(INSTRUMENTS).toHaveLength(77);
    const count = (which: string): number => INSTRUMENTS.filter((each) => each.class === which).length;
    expect([count('forex'), count('crypto'), count('stock')]).toEqual([22, 26, 29]);
  });

  it('[M1] are found by symbol, and nothing else is', () => {
    expect(instrument('BRK.B').name).toBe('Berkshire Hathaway (BRK.B)');
    expect(instrument('EURUSD').name).toBe('EUR/USD');
    expect(instrument('BTC').name).toBe('BTC/USD');
    for (const text of ['', 'eurusd', 'XXX', '__proto__', 'constructor']) expect(isSymbol(text)).toBe(false);
    expect(() => instrument('NOPE' as 'BTC')).toThrow(RangeError);
  });

  it('[S162] are read as pairs, a share as its symbol, and unknown text as it is', () => {
    expect(['EURUSD', 'BTC', 'AAPL', 'XAUUSD', ''].map(displaySymbol)).toEqual([
      'EUR/USD',
      'BTC/USD',
      'AAPL',
      'XAUUSD',
      '',
    ]);
  });

  it('[M2] have the regulatory leverage cap', () => {
    const twenty = 'AUDUSD NZDUSD AUDJPY EURAUD GBPAUD NZDJPY AUDNZD AUDCAD NZDCAD';
    for (const each of INSTRUMENTS) {
      const expected = { forex: twenty.includes(each.symbol) ? 20 : 30, stock: 5, crypto: 2 }[each.class];
      expect(each.leverageCap, each.symbol).toBe(expected);
    }
  });

  it('[M3] have lot sizes, steps and decimals', () => {
    expect(instrument('EURUSD')).toMatchObject({ lotSize: 100_000n, digits: 5, pip: 1_000_000n });
    expect(instrument('USDJPY')).toMatchObject({ lotSize: 100_000n, digits: 3, pip: 100_000_000n });
    expect(instrument('BTC').lotSize).toBe(1n);
    expect(instrument('SHIB')).toMatchObject({ lotSize: 1_000_000n, digits: 9 });
    expect(instrument('AAPL')).toMatchObject({ lotSize: 1n, digits: 2 });
    expect(INSTRUMENTS.every((each) => each.lotStep === 1n)).toBe(true);
    expect(MIN_NOTIONAL_CENTS).toBe(1_000n);
  });
});
