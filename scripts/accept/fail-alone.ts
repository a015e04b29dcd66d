import { tested } from './tested.ts';

export const { title, run, after } = tested(
  'pg',
  'A command whose decision throws, and one that the database refuses, fail alone',
  ['apps/api/src/ledger'],
  String.raw`\[L14\]`,
);
