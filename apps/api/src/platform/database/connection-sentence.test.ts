import { expect, it } from 'vitest';
import { preparingSentence } from './connection-sentence.ts';

const URL = 'postgres://operator:secret@127.0.0.1:5432/books';

it('[O98] a start that a backup held up says so, and what to do', () => {
  const timeout = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
  const sentence =
    'Another program, such as a backup or a server of the version before, has kept the database books from being prepared for two minutes: start again when it has ended.';
  expect(preparingSentence(timeout, URL)?.message).toBe(sentence);
  expect(preparingSentence(new Error('Migration 190 failed', { cause: timeout }), URL)?.message).toBe(sentence);
});

it('[O98] any other error of a migration is seen as it is', () => {
  expect(preparingSentence(new Error('column "x" does not exist'), URL)).toBeUndefined();
});
