import { writeFile } from 'node:fs/promises';
import { EVENTS, readZip, verifyArchive } from '@clearbook/verify';
import type { Archive } from '@clearbook/contracts/archives';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { archiveServer, type ArchiveServer } from '../../../test/archives.ts';
import { brokenInvariants } from '../../../test/books.ts';
import { FullClient } from '../../../test/full-client.ts';

let server: ArchiveServer;
let client: FullClient;
let zip: Buffer;
beforeAll(async () => {
  server = await archiveServer();
  client = await FullClient.open(server);
  await client.live();
  await server.ask(client.id);
  await server.sign();
  await server.archiver().run(server.books.now());
  const [archive] = (await server.get('/me/archives', client.id)).json<{ data: Archive[] }>().data;
  zip = (await server.get(`/me/archives/${archive!.id}/file`, client.id)).rawPayload;
  // What packages/verify/test/falsifications.test.ts falsifies is made here, by hand, when the format changes.
  if (process.env['SAMPLE_ARCHIVE'] !== undefined) await writeFile(process.env['SAMPLE_ARCHIVE'], zip);
}, 600_000);
afterAll(async () => {
  await client?.close();
  await server?.close();
});

/** What never happens to somebody who is no bot, no guest, and never loses more than they put up. */
const ELSEWHERE = new Set(['capital_granted', 'loan_written_off', 'withdrawal_returned', 'guest_ended']);

it('[U91] every figure of a client to whom everything happened is recomputed, and every check passes', async () => {
  const { checks } = await verifyArchive(zip);
  expect(checks.flatMap(({ name, failures }) => failures.map((failure) => `${name}: ${failure}`))).toEqual([]);
  const files = await readZip(zip);
  const entries = new TextDecoder().decode(files.get('data/entries.jsonl')).trimEnd().split('\n');
  const events = new Set(entries.map((line) => (JSON.parse(line) as { event: string }).event));
  expect(Object.values(EVENTS).filter((event) => !events.has(event) && !ELSEWHERE.has(event))).toEqual([]);
  expect(await brokenInvariants(server.pool)).toEqual([]);
});
