import type { Trade } from '@clearbook/contracts';
import { messages } from '@clearbook/contracts/messages';
import { positionWords } from '@clearbook/contracts/words/orders';
import { describe, expect, it } from 'vitest';
import { errorsOf, requestOf } from '../../../lib/form.ts';
import { closeForm, isShare, shareOf } from './close.form.ts';

const trade = { id: 't1', lots: '1.00' } as Trade;

describe('closing a trade', () => {
  it('[S65] begins with all of it, and all of it needs no lots', () => {
    expect(closeForm.initial(trade)).toEqual({ lots: '1.00' });
    expect(requestOf(closeForm, { lots: '1' }, trade)).toEqual({ params: { id: 't1' }, body: undefined });
    expect(closeForm.preview?.({ lots: '1.00' }, trade)).toBeNull();
  });

  it('[S65] sends a part, and says what stays open', () => {
    expect(requestOf(closeForm, { lots: ' 0.25 ' }, trade).body).toEqual({ lots: '0.25' });
    expect(closeForm.preview?.({ lots: '0.25' }, trade)).toEqual({ closes: '0.25', stays: '0.75' });
  });

  it('[S65] closes no more than there is, and nothing that is no lot size', () => {
    expect(errorsOf(closeForm, { lots: '1.01' }, trade)).toEqual({ lots: positionWords.tooMany('1.00') });
    expect(errorsOf(closeForm, { lots: '' }, trade)).toEqual({ lots: messages.trade.lotsRequired });
    expect(errorsOf(closeForm, { lots: 'x' }, trade)).toEqual({ lots: messages.trade.lotsNumber });
    expect(closeForm.preview?.({ lots: 'x' }, trade)).toBeNull();
  });

  it('[S65] offers no share that a trade cannot be divided into', () => {
    const offered = (lots: string) => [25, 50, 75].filter((share, i, all) => isShare({ lots }, share, all.slice(0, i)));
    expect(['0.01', '0.02', '0.03', '0.05'].map(offered)).toEqual([[], [50], [50, 75], [25, 50, 75]]);
  });

  it('[S65] a share is at least a hundredth of a lot', () => {
    expect(shareOf(trade, 25)).toBe('0.25');
    expect(shareOf({ ...trade, lots: '0.01' }, 25)).toBe('0.01');
  });
});
