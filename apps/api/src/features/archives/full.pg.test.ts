import { writeFile } from 'node:fs/promises';
import { EVENTS, readZip, verifyArchive } from '@clearbook/verify';
import type { Archive } from '@clearbook/contracts/archives';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { archiveServer, type ArchiveServer } from '../../../test/archives.ts';
import { brokenInvariants } from '../../../test/books.ts';
import { FullClient } from '../../../test/full-client.ts';
import { integrityOf, lookAtAll } from '../integrity/index.ts';
import { countLiabilities } from '../liabilities/index.ts';

let server: ArchiveServer;
let client: FullClient;
let zip: Buffer;
beforeAll(async () => {
  server = await archiveServer();
  client = await FullClient.open(server);
  await client.live();
  // A day is counted where ten clients have something, and the client goes on after it.
  for (let i = 1n; i <= 10n; i += 1n) await server.books.fund(await server.books.openParty(), 10_000n * i);
  await countLiabilities({ pool: server.pool, log: { info: () => undefined } }, server.books.now());
  await client.did({ kind: 'top_up', clientId: client.id, amount: 4_200n });
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

it('[U91] [U147] [U148] every figure of a client to whom everything happened is recomputed, and every check passes, of the statement’s documents and the daily count too', async () => {
  const { checks } = await verifyArchive(zip);
  expect(checks.flatMap(({ name, failures }) => failures.map((failure) => `${name}: ${failure}`))).toEqual([]);
  expect(checks.map(({ text }) => text)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^2 months with \d+ lines say what the entries say$/),
      expect.stringMatching(/^your balance of \d+\.\d\d on 2026-04-01 is a part of what everybody is owed$/),
    ]),
  );
  const files = await readZip(zip);
  const entries = new TextDecoder().decode(files.get('data/entries.jsonl')).trimEnd().split('\n');
  const events = new Set(entries.map((line) => (JSON.parse(line) as { event: string }).event));
  expect(Object.values(EVENTS).filter((event) => !events.has(event) && !ELSEWHERE.has(event))).toEqual([]);
  expect(await brokenInvariants(server.pool)).toEqual([]);
});

it('[O90] whoever looks through the books of everything that can happen finds nothing', async () => {
  const found: unknown[] = [];
  const log = { error: (finding: unknown) => void found.push(finding) };
  await lookAtAll({ pool: server.pool, log }, new Date('2026-12-31T00:00:00Z'), 600_000);
  expect(found).toEqual([]);
  expect((await integrityOf(server.pool)).allAt.getTime()).toBeGreaterThan(0);
});

it('[U147] [E35] a month that has ended has the bytes that its page gives, as JSON and as PDF', async () => {
  const files = await readZip(zip);
  const own = async (path: string): Promise<Buffer> =>
    (await server.get(`/me/statements/2026-03${path}`, client.id)).rawPayload;
  expect(Buffer.from(files.get('statements/2026-03.json')!).toString()).toBe((await own('')).toString());
  expect(Buffer.compare(files.get('statements/2026-03.pdf')!, await own('/document.pdf?paper=a4'))).toBe(0);
});
