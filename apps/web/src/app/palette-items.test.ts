import type { Instrument } from '@clearbook/contracts';
import { House } from 'lucide-react';
import { describe, expect, it } from 'vitest';
import { findCommands, ticketAddress, tradeIntent, type Command, type CommandGroup } from './palette-items.ts';

const command = (group: CommandGroup, label: string, words = ''): Command => ({
  id: label,
  group,
  label,
  words,
  icon: House,
  run: () => undefined,
});
const commands = [
  command('actions', 'Deposit', 'add money fund'),
  command('pages', 'Deposit history'),
  command('pages', 'Withdrawals'),
  ...Array.from({ length: 20 }, (_, i) => command('instruments', `EUR/X${i}`, `EURX${i}`)),
  command('instruments', 'GBP/EUR', 'GBPEUR'),
];
const found = (query: string) => findCommands(commands, query).map(({ label }) => label);

const of = (symbol: string, name: string) => ({ symbol, name }) as Instrument;
const list = [of('EURUSD', 'EUR/USD'), of('BTC', 'BTC/USD'), of('BCH', 'BCH/USD'), of('AAPL', 'Apple (AAPL)')];

describe('the palette', () => {
  it('[S31] finds by the beginning of any word, by other words for it, and by all words of a query', () => {
    expect(found('hist')).toEqual(['Deposit history']);
    expect(found('FUND')).toEqual(['Deposit']);
    expect(found('deposit hi')).toEqual(['Deposit history']);
    expect(found('gbpeur')).toEqual(['GBP/EUR']);
    expect(found('posit')).toEqual([]);
  });

  it('[S31] shows what begins with the query first, at most seven lines of a group, and no instruments unasked', () => {
    expect(found('eur')).toHaveLength(7);
    expect(found('eur g')).toEqual(['GBP/EUR']);
    expect(found('')).toEqual(['Deposit', 'Deposit history', 'Withdrawals']);
    expect(found('  ')).toEqual(found(''));
  });

  it('[S31] reads "buy btc 0.05" as a ticket, by symbol or name, and leaves out lots that nobody can read', () => {
    const read = (query: string) => {
      const intent = tradeIntent(query, list);
      return intent && [intent.side, intent.instruments.map(({ symbol }) => symbol), intent.lots];
    };
    expect(read('buy btc 0.05')).toEqual(['buy', ['BTC'], '0.05']);
    expect(read('Sell EUR/USD')).toEqual(['sell', ['EURUSD'], null]);
    expect(read('sell b')).toEqual(['sell', ['BTC', 'BCH'], null]);
    expect(read('buy AAPL 1.005')).toEqual(['buy', ['AAPL'], null]);
    expect(read('buy zzz')).toEqual(['buy', [], null]);
    expect(read('buy')).toBeNull();
    expect(read('buyer')).toBeNull();
  });

  it('[S36] a ticket has an address of its own', () => {
    expect(ticketAddress('BRK.B')).toBe('/trades?symbol=BRK.B');
    expect(ticketAddress('BTC', 'sell', '0.05')).toBe('/trades?symbol=BTC&side=sell&lots=0.05');
    expect(ticketAddress('BTC', 'buy', null)).toBe('/trades?symbol=BTC&side=buy');
  });
});
