import { tests } from './command.ts';

export const title = 'A command whose decision throws, and one that the database refuses, fail alone';
export const run = () => tests('--project', 'pg', 'apps/api/src/ledger', '-t', String.raw`\[L14\]`);
