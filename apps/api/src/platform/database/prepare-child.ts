import { text } from 'node:stream/consumers';
import { PlainError } from '../plain-error.ts';
import { prepareDatabase } from './prepare.ts';
import type { PrepareRequest } from './prepare.ts';

/** The program behind run-prepare.ts: a request on stdin, a reply or one plain sentence on stdout. */
try {
  const reply = await prepareDatabase(JSON.parse(await text(process.stdin)) as PrepareRequest);
  process.stdout.write(JSON.stringify({ reply }));
} catch (error) {
  if (!(error instanceof PlainError)) throw error;
  process.stdout.write(JSON.stringify({ refusal: error.message }));
}
