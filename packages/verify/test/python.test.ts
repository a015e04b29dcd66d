import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { verifyArchive } from '@clearbook/verify';
import { type Forged, fullArchive, packed } from './full-archive.ts';
import { sampleArchive } from './sample-archive.ts';
import type { Row, SampleArchive } from './sample-archive.ts';
import { sampleLog } from './sample-log.ts';

const SCRIPT = fileURLToPath(new URL('../python/verify_archive.py', import.meta.url));
const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) console.warn('No python3 on this machine: what the second verifier says is not tested.');

const folder = mkdtempSync(join(tmpdir(), 'clearbook-python-'));
afterAll(() => rmSync(folder, { recursive: true }));

function python(zip: Uint8Array, ...more: string[]): { status: number | null; stdout: string; stderr: string } {
  const path = join(folder, 'archive.zip');
  writeFileSync(path, zip);
  return spawnSync('python3', [SCRIPT, path, ...more], { encoding: 'utf8' });
}

const row = (file: string, index: number, values: Row): [string, (sample: SampleArchive) => void] => [
  `${Object.keys(values).join()} of ${file} ${index}`,
  ({ data }) => void Object.assign(data[file]?.[index] ?? {}, values),
];
const HASH = 'BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=';
/** What is changed, and what both must name. */
const FORGERIES: [change: ReturnType<typeof row>, named: RegExp][] = [
  [row('entries', 4, { cash_after: '49971.13' }), /cash after entry 10 is 49971.13; it should be 49971.12/],
  [row('entries', 1, { at: '2026-09-29T10:00:00.001Z' }), /The time of entry 2 is/],
  [row('entries', 10, { event: 'deposit_approved' }), /The event of entry 22 is deposit_approved; it should be adjust/],
  [row('entries', 5, { nonce: HASH }), /not what the log has/],
  [row('entries', 2, { link: HASH }), /link of entry 3/],
  [[`an entry`, ({ data }) => void data['entries']?.splice(6, 1)], /The number of entries is 13; it should be 14/],
  [row('statements', 1, { added: '2000001.26' }), /of 2026-10 is 2000001.26; it should be 2000001.25/],
  [row('quotes', 0, { ask: '1.0803' }), /The price of fill/],
  [row('quotes', 1, { received_time: '2026-09-30T10:00:00.001Z' }), /which came later/],
  [row('quotes', 3, { markup: '0.07' }), /The mark-up of quote/],
  [row('fills', 1, { realised: '490.01' }), /The result of fill .* is 490.01; it should be 490.00/],
  [row('trades', 0, { required_margin: '7200.66' }), /it should be 7200.67/],
  [row('trades', 0, { collateral_left: '0.01' }), /The collateral left of trade .* is 0.01; it should be 0.00/],
  [row('nights', 0, { rate_bps: 301 }), /The rate of the night 2026-09-29/],
  [row('nights', 0, { amount: '8.89' }), /is 8.89; it should be 8.88/],
  [row('corporate_actions', 0, { rate: '0.2655' }), /The amount of the dividend/],
  [row('trade_splits', 0, { lots: '39.00' }), /39/],
  [row('withdrawals', 0, { fee: '7.51' }), /is 7.51; it should be 7.50/],
  [row('figures', 6, { value: '48620.27' }), /equity on home is 48620.27; it should be 48620.26/],
  [row('figures', 11, { value: '7' }), /signal_strength on home is 7; it should be 6/],
  [row('figures', 17, { figure: 'expected_profit' }), /The figure expected_profit of .* on trades isn't covered/],
  [row('marks', 0, { ask: '52.02' }), /unrealized_pl of .* on trades is -83.70; it should be -8[34]/],
  [row('loans', 0, { charged: '666.84' }), /charged of loan .* is 666.84; it should be 666.85/],
];

type Change = (forged: Forged) => void;
const of =
  (file: string, pick: (line: Row) => boolean, to: (line: Row) => Row): Change =>
  ({ data }) => {
    const line = data[file]?.find(pick);
    if (line === undefined) throw new Error(`nothing like that in ${file}`);
    Object.assign(line, to(line));
  };
const parts = (to: (part: Row) => Row): Change =>
  of(
    'liabilities',
    () => true,
    (line) => ({ parts: (line['parts'] as Row[]).map((part, i) => (i === 0 ? { ...part, ...to(part) } : part)) }),
  );
/** A month's document with other figures, and a fingerprint that fits it. */
const document =
  (change: (text: string) => string, withPdf = false): Change =>
  ({ data, files }) => {
    const line = data['statement_documents']?.[0] as Row;
    const text = change(new TextDecoder().decode(files.get(String(line['json']))));
    files.set(String(line['json']), new TextEncoder().encode(text));
    const former = String(line['fingerprint']);
    line['fingerprint'] = createHash('sha256').update(text).digest('hex');
    const pdf = Buffer.from(files.get(String(line['pdf']))!).toString('latin1');
    if (withPdf)
      files.set(String(line['pdf']), Buffer.from(pdf.replaceAll(former, String(line['fingerprint'])), 'latin1'));
  };
/** The same of what only the archive of a client to whom everything happened has. */
const OF_A_FULL_ARCHIVE: [what: string, change: Change, named: RegExp][] = [
  ['the time of a fill', of('fills', (line) => line['canonical'] !== null, () => ({ at: '2026-03-11T16:00:00.001Z' })), /The (?:time|at) of fill .* by the log/], // prettier-ignore
  ['the receipt of a fill', of('fills', (line) => line['canonical'] !== null, () => ({ nonce: HASH })), /not what the log has/], // prettier-ignore
  ['a source of a quote', ({ data }) => { for (const line of data['quotes'] ?? []) line['source'] = 'live'; }, /The source of quote .* by the log is live/], // prettier-ignore
  ['the margin of a trade', of('trades', () => true, () => ({ leverage_hundredths: 77 })), /The leverage of fill .* by the log is 77/], // prettier-ignore
  ['what a copy uses', of('copies', () => true, (line) => ({ held: `${String(line['held'])}`.replace(/\d$/, (d) => String((Number(d) + 1) % 10)) })), /What copy .* uses is/], // prettier-ignore
  [
    'what a copy brought',
    of(
      'copies',
      () => true,
      () => ({ result: '0.01' }),
    ),
    /What copy .* brought is 0.01/,
  ],
  ['a profit share', of('copy_shares', () => true, () => ({ amount: '0.01' })), /of copy .* is 0.01|share of .* of copy/], // prettier-ignore
  ['what a kept trade was worth', of('kept_trades', (line) => line['conversion_quote_id'] !== null, () => ({ value: '9999.99' })), /What trade .*, which was kept, was worth is 9999.99/], // prettier-ignore
  ['a kept trade that is left out', ({ data }) => void data['kept_trades']?.shift(), /What trade .* was worth as copy .* stopped is missing/], // prettier-ignore
  ['a high beyond what was kept', ({ data }) => { for (const file of ['copies', 'copy_shares']) Object.assign((data[file] as Row[]).at(-1)!, { high_water: '9999.99', high_after: '9999.99' }); }, /The high after the share of .* is 9999.99; it should be/], // prettier-ignore
  ['the balance that was counted', of('liabilities', () => true, () => ({ amount: '1.00' })), /Your balance is 1.00|Your balance .* 1.00/], // prettier-ignore
  ['a part of it', parts(() => ({ amount: '0.01' })), /Your balance: part 1 does not lead to the root/],
  ['its place', parts(({ index }) => ({ index: Number(index) ^ 1 })), /Your balance: part 1 does not lead to the root/],
  ['the nonce of its leaves', of('liabilities', () => true, () => ({ leaf_nonce: HASH })), /Your balance: part 1 does not lead/], // prettier-ignore
  ['the day of the count', of('liabilities', () => true, () => ({ day: '2026-03-31' })), /Your balance: the day of the count/], // prettier-ignore
  ['the root of the count', of('liabilities', () => true, () => ({ nonce: HASH })), /not what the log has|does not lead to the root/], // prettier-ignore
  ['a part that is left out', of('liabilities', () => true, ({ parts: all }) => ({ parts: (all as Row[]).slice(0, 1) })), /Your balance was not counted/], // prettier-ignore
  ['the last entry that was counted', of('liabilities', () => true, () => ({ entry_number: '1' })), /Your balance: the last entry that was counted is 1/], // prettier-ignore
  ['a line of the statement’s document', document((text) => text.replace(/"total_balance":"\d/, '"total_balance":"9'), true), /in the document of 2026-03 is 9/], // prettier-ignore
  ['a figure of the document alone', document((text) => text.replace(/"added":"\d/, '"added":"9')), /added in the document of 2026-03 is 9/], // prettier-ignore
  ['a PDF of other figures', document((text) => ` ${text}`), /The PDF of 2026-03 is of other figures/],
  ['a document that is changed', ({ files }) => void files.set('statements/2026-03.json', new TextEncoder().encode('{}')), /The fingerprint of|fingerprint of the document of/], // prettier-ignore
];

describe.skipIf(!hasPython)('[U129] the verifier in Python', () => {
  it('agrees that an archive is in order, and takes the keys that its reader trusts', async () => {
    const sample = await sampleArchive();
    const good = python(sample.pack(), '--vkey', sample.vkey);
    expect([good.stderr, good.status, good.stdout]).toEqual(['', 0, expect.stringMatching(/all in order\n$/)]);
    expect(good.stdout).not.toContain('FAILED');
    const other = python(sample.pack(), '--vkey', sampleLog(1, { seed: 2 }).vkey);
    expect(other.status).toBe(1);
    expect(other.stdout).toContain('the checkpoint is not signed by any key that is trusted here');
  });

  it.each(FORGERIES.map(([[what, change], named]) => ({ what, change, named })))(
    'names $what, as the first one does',
    async ({ change, named }) => {
      const sample = await sampleArchive();
      change(sample);
      const zip = sample.pack();
      const { status, stdout, stderr } = python(zip);
      expect([stderr, status, stdout]).toEqual(['', 1, expect.stringMatching(named)]);
      const first = await verifyArchive(zip);
      expect(first.checks.flatMap(({ failures }) => failures).join('\n')).toMatch(named);
    },
  );

  it('agrees on the archive of a client to whom everything happened', async () => {
    const good = python(packed(await fullArchive()));
    expect([good.stderr, good.status, good.stdout]).toEqual(['', 0, expect.stringMatching(/all in order\n$/)]);
    expect(good.stdout).toMatch(/^ok {5}Liabilities: 1 amounts/m);
  });

  it.each(OF_A_FULL_ARCHIVE)('[U147] [U148] names %s, as the first one does', async (_, change, named) => {
    const forged = await fullArchive();
    change(forged);
    const zip = packed(forged);
    const { status, stdout, stderr } = python(zip);
    expect([stderr, status, stdout]).toEqual(['', 1, expect.stringMatching(named)]);
    const first = await verifyArchive(zip);
    expect(first.checks.flatMap(({ failures }) => failures).join('\n')).toMatch(named);
  });

  it('names a file that is not what its manifest says, and refuses what is no archive', async () => {
    const sample = await sampleArchive();
    sample.manifest['checkpoint'] = String(sample.manifest['checkpoint']).replace('\n40\n', '\n41\n');
    expect(python(sample.pack())).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('the signature by log.example/books is not that of its key') as string,
    });
    expect(python(new TextEncoder().encode('hello'))).toMatchObject({ status: 2, stdout: '' });
  });
});
