import { describe, expect, it } from 'vitest';
import { createIntent, requestText, retryWait, RETRY_WAITS_MS } from './intent.ts';

function countingIntent() {
  let count = 0;
  return createIntent(() => `key-${(count += 1)}`);
}

describe('one key for each intent', () => {
  it('[S4] the same request keeps its key while no definite answer came', () => {
    const intent = countingIntent();
    const first = intent.keyFor('a');
    intent.settle('a', false);
    expect(intent.keyFor('a')).toBe(first);
  });

  it('[S5] a definite answer ends the intent', () => {
    const intent = countingIntent();
    const first = intent.keyFor('a');
    intent.settle('a', true);
    expect(intent.keyFor('a')).not.toBe(first);
  });

  it('[S5] a changed request has a new key', () => {
    const intent = countingIntent();
    const first = intent.keyFor('a');
    intent.settle('a', false);
    expect(intent.keyFor('b')).not.toBe(first);
  });

  it('[S5] the late answer to one request ends no other', () => {
    const intent = countingIntent();
    intent.keyFor('a');
    const second = intent.keyFor('b');
    intent.settle('a', true);
    expect([intent.isOpen('a'), intent.isOpen('b')]).toEqual([false, true]);
    expect(intent.keyFor('b')).toBe(second);
  });

  it('[S5] requests differ by parameters, body and file', () => {
    const withFile = (name: string) => {
      const form = new FormData();
      form.set('file', new File(['x'], name, { lastModified: 1 }));
      return requestText({ form });
    };
    const texts = [
      requestText({ params: { id: '1' } }),
      requestText({ params: { id: '2' } }),
      requestText({ body: { amount: '1' } }),
      withFile('a.png'),
      withFile('b.png'),
    ];
    expect(new Set(texts).size).toBe(texts.length);
    expect(withFile('a.png')).toBe(withFile('a.png'));
  });
});

describe('automatic retries', () => {
  it('[S6] only an unknown outcome is retried, a few times', () => {
    expect(retryWait(0, true, null)).toBe(RETRY_WAITS_MS[0]);
    expect(retryWait(RETRY_WAITS_MS.length, true, null)).toBeNull();
    expect(retryWait(0, false, null)).toBeNull();
  });

  it('[S6] the wait that the server named is kept, a long one is left to the person', () => {
    expect(retryWait(0, true, 3)).toBe(3000);
    expect(retryWait(0, true, 60)).toBeNull();
  });
});
