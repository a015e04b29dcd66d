import { copyWords } from '@clearbook/contracts/words/copying';
import { REST_BARS, STRATEGIES } from '@clearbook/domain/copying';
import { expect, it } from 'vitest';

const IN_WORDS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
const inWords = (count: bigint) => (count === 15n ? 'fifteen' : (IN_WORDS[Number(count)] ?? ''));

it.each(STRATEGIES)(
  '[C16] the page of the $id bot says what its distances are of, and how long it stays out',
  (strategy) => {
    const { text } = copyWords.strategies[strategy.id];
    const bar = strategy.interval === '1h' ? 'hour' : 'bar';
    expect(text).toContain(`${inWords(strategy.stopBars)} times an average ${bar}’s range (high minus low) away`);
    if (strategy.targetBars !== strategy.stopBars)
      expect(text).toContain(`take profit ${inWords(strategy.targetBars)} times`);
    expect(text).toContain(`After a stop loss it leaves that asset alone for ${inWords(BigInt(REST_BARS))} ${bar}s.`);
  },
);
