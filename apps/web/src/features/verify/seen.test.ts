import { beforeEach, describe, expect, it } from 'vitest';
import { STORED } from '../../app/storage-names.ts';
import { store, stored } from '../../lib/stored.ts';
import { keepFound, keepSeen, readFound, seenLog, startOver } from './seen.ts';

const at = (size: number) => ({
  keys: ['log.example+key'],
  checkpoint: `log.example\n${size}\nroot=\n\n— log.example sig\n`,
});
const fault = (message: string) => ({ kind: 'forked' as const, message, remembered: at(5), shown: at(6) });

beforeEach(startOver);

describe('[U84] what a browser keeps of the log', () => {
  it('is the last checkpoint, and never goes back to an earlier one', () => {
    expect(seenLog()).toBeUndefined();
    keepSeen(at(9));
    keepSeen(at(10));
    expect(seenLog()).toMatchObject(at(10));
    keepSeen(at(9));
    expect(seenLog()).toMatchObject(at(10));
    keepSeen({ ...at(10), keys: ['log.example+key', 'log.example+next'] });
    expect(seenLog()?.keys).toHaveLength(2);
  });

  it.each(['', '{', '7', '{"keys":[],"checkpoint":"x","at":"now"}', '{"keys":["k"],"at":"now"}'])(
    'begins anew where %j stands in its place',
    (text) => {
      store(STORED.log, text);
      expect(seenLog()).toBeUndefined();
      store(STORED.logFault, text);
      expect(readFound(text)).toBeUndefined();
    },
  );

  it('[U83] and of what was found wrong the first, until somebody starts over', () => {
    keepFound(fault('one'));
    keepFound(fault('two'));
    expect(readFound(stored(STORED.logFault) ?? '')).toMatchObject({ message: 'one', shown: at(6) });
    keepSeen(at(6));
    store(STORED.logLooked, '1');
    startOver();
    expect([seenLog(), stored(STORED.logFault), stored(STORED.logLooked)]).toEqual([undefined, null, null]);
  });
});
