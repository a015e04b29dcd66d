import { sha256 } from '@noble/hashes/sha2.js';
import { equal, hex, readUtf8, utf8 } from './bytes.ts';
import { openCheckpoint } from './checkpoint.ts';
import type { SignedCheckpoint } from './checkpoint.ts';
import { cosignatures, NO_WITNESS } from './cosignature.ts';
import { checkCopies } from './archive-copies.ts';
import { checkBalances, checkEntries, checkSubjects } from './archive-entries.ts';
import { checkFigures } from './archive-figures.ts';
import { checkFills, checkOrders, checkQuotes } from './archive-fills.ts';
import { checkDocuments, checkLoans, checkPayments } from './archive-funding.ts';
import { checkLiabilities } from './archive-liability.ts';
import { checkDecisions, checkFillReceipts, checkStaffActions } from './archive-logged.ts';
import { checkPurchases } from './archive-plans.ts';
import { checkStatementDocuments, checkStatements } from './archive-statements.ts';
import { checkTrades } from './archive-trades.ts';
import { readVerifierKey } from './keys.ts';
import type { VerifierKey } from './keys.ts';
import type { Remembered } from './memory.ts';
import { Refused } from './refused.ts';
import { check, report } from './report.ts';
import type { Check, Report } from './report.ts';
import { checkTapeBars, checkTapeFills } from './tape-fills.ts';
import { checkTapeTriggers } from './tape-triggers.ts';
import type { Tapes } from './tape.ts';
import { has, list, text, whole } from './values.ts';
import type { Archive, Line } from './values.ts';
import { readZip } from './zip.ts';

const FORMAT = 'clearbook-archive';
const VERSION = 1;

/** What the reader trusts beyond the archive itself. */
export type Trust = {
  /** Keys of the log that the reader had before; without them those in the archive are taken. */
  readonly keys?: readonly VerifierKey[];
  /** Those whose cosignatures count. */
  readonly witnesses?: readonly VerifierKey[];
  /** Fails where none of them has cosigned: a file may be made before they have. */
  readonly mustBeCosigned?: boolean;
  readonly remembered?: Remembered | undefined;
  /** Hears how far it is: so many of so many steps are done. */
  readonly told?: (done: number, of: number) => void;
};

/** An archive that was unpacked. What it says of itself is true only where the checks say so. */
export type OpenedArchive = {
  readonly origin: string;
  /** The signed note that its receipts are of. */
  readonly checkpoint: string;
  readonly check: (trust?: Trust) => Report;
};

/** U96: decides the fills, orders and trades of an archive once more from the days of the tape that are given. What an archive says by itself is the other check's. */
export async function verifyTape(zip: Uint8Array, tapes: Tapes): Promise<Report> {
  const files = await readZip(zip);
  const archive: Archive = { manifest: readManifest(files), lines: readerOf(files), file: (path) => files.get(path) };
  return report([checkTapeFills(archive, tapes), checkTapeBars(archive, tapes), ...checkTapeTriggers(archive, tapes)]);
}

/** Checks an archive from its bytes alone. Throws only where it is none. */
export async function verifyArchive(zip: Uint8Array, trust: Trust = {}): Promise<Report> {
  return (await openArchive(zip)).check(trust);
}

/** Unpacks an archive, so that whoever checks it can choose keys by the log that it is of. Throws where it is none. */
export async function openArchive(zip: Uint8Array): Promise<OpenedArchive> {
  const files = await readZip(zip);
  const manifest = readManifest(files);
  return {
    origin: text(manifest, 'origin'),
    checkpoint: text(manifest, 'checkpoint'),
    check: (trust = {}) => checkArchive(files, manifest, trust),
  };
}

function checkArchive(files: ReadonlyMap<string, Uint8Array>, manifest: Line, trust: Trust): Report {
  const archive: Archive = { manifest, lines: readerOf(files), file: (path) => files.get(path) };
  const signed: { checkpoint?: SignedCheckpoint } = {};
  const { remembered, told } = trust;
  const steps: (() => Check | Check[])[] = [
    () => checkFiles(manifest, files),
    () => checkSignatures(manifest, trust, signed),
    () => (remembered === undefined ? [] : checkRemembered(signed.checkpoint, remembered)),
    () => checkEntries(archive, signed.checkpoint),
    () => checkFillReceipts(archive, signed.checkpoint),
    () => checkStaffActions(archive, signed.checkpoint),
    () => checkDecisions(archive),
    () => checkBalances(archive),
    () => checkSubjects(archive),
    () => checkFills(archive),
    () => checkQuotes(archive),
    () => checkOrders(archive),
    () => checkTrades(archive),
    () => checkPayments(archive),
    () => checkPurchases(archive),
    () => checkLoans(archive),
    () => checkCopies(archive),
    () => checkDocuments(archive, (bytes) => hex(sha256(bytes))),
    () => checkStatements(archive),
    () => checkStatementDocuments(archive, (bytes) => hex(sha256(bytes))),
    () => checkLiabilities(archive, signed.checkpoint),
    () => checkFigures(archive),
  ];
  const checks = steps.flatMap((step, i) => {
    told?.(i, steps.length);
    return step();
  });
  return report(checks);
}

function readManifest(files: ReadonlyMap<string, Uint8Array>): Line {
  const bytes = files.get('manifest.json');
  if (bytes === undefined) throw new Refused('malformed', 'This zip is no archive: it has no manifest.json.');
  const manifest = json(readUtf8(bytes, 'manifest.json'), 'manifest.json');
  if (text(manifest, 'format') !== FORMAT) throw new Refused('malformed', 'This zip is no archive of a client.');
  if (whole(manifest, 'version') !== BigInt(VERSION)) {
    throw new Refused('malformed', `The archive is of version ${text(manifest, 'version')}; ${VERSION} is known here.`);
  }
  return manifest;
}

function readerOf(files: ReadonlyMap<string, Uint8Array>): Archive['lines'] {
  const read = new Map<string, readonly Line[]>();
  return (name) => {
    const path = `data/${name}.jsonl`;
    const bytes = files.get(path);
    if (bytes === undefined) return [];
    const known = read.get(path) ?? readLines(bytes, path);
    read.set(path, known);
    return known;
  };
}

function readLines(bytes: Uint8Array, path: string): Line[] {
  const lines = readUtf8(bytes, path).split('\n');
  if (lines.pop() !== '') throw new Refused('malformed', `The last line of ${path} is cut off.`);
  return lines.map((line, i) => json(line, `Line ${i + 1} of ${path}`));
}

function json(given: string, what: string): Line {
  let value: unknown;
  try {
    value = JSON.parse(given);
  } catch {
    throw new Refused('malformed', `${what} is not JSON.`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refused('malformed', `${what} is not a JSON object.`);
  }
  return value as Line;
}

/** U22: every file is the one that the manifest names, and there is no other. */
function checkFiles(manifest: Line, files: ReadonlyMap<string, Uint8Array>): Check {
  return check('Files', ({ fail, same, each }) => {
    const named = new Set(['manifest.json']);
    const listed = list(manifest, 'files') as readonly Line[];
    each(listed, (line) => {
      const name = text(line, 'name');
      named.add(name);
      const bytes = files.get(name);
      if (bytes === undefined) return fail(`${name} is missing.`);
      same(`The size of ${name}`, BigInt(bytes.length), whole(line, 'bytes'));
      if (hex(sha256(bytes)) !== text(line, 'sha256')) fail(`${name} was changed: its checksum is another one.`);
      if (has(line, 'lines')) {
        same(`The number of lines in ${name}`, BigInt(newlines(bytes)), whole(line, 'lines'));
      }
    });
    for (const name of files.keys()) if (!named.has(name)) fail(`${name} is in the zip and not in its manifest.`);
    return `${listed.length} files have the sizes and checksums in the manifest`;
  });
}

function newlines(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte === 10) count += 1;
  return count;
}

function checkSignatures(manifest: Line, trust: Trust, signed: { checkpoint?: SignedCheckpoint }): Check {
  return check('Signature of the log', ({ same, fail }) => {
    const own = (list(manifest, 'vkeys') as readonly string[]).map(readVerifierKey);
    const keys = trust.keys ?? own;
    const checkpoint = openCheckpoint(utf8(text(manifest, 'checkpoint')), keys);
    same('The origin in the manifest', text(manifest, 'origin'), checkpoint.origin);
    signed.checkpoint = checkpoint;
    const witnesses = cosignatures(checkpoint, trust.witnesses ?? []).length;
    if (witnesses === 0 && trust.mustBeCosigned === true) fail(NO_WITNESS);
    const whose = trust.keys === undefined ? 'by the key that the archive itself names' : 'by a key that you trust';
    const who = witnesses === 1 ? '1 witness' : `${witnesses} witnesses`;
    return `${checkpoint.origin} signed its ${checkpoint.size} entries ${whose}; ${who} you know`;
  });
}

/** Of one size a log has one root, whoever asks. */
function checkRemembered(checkpoint: SignedCheckpoint | undefined, remembered: Remembered): Check {
  return check('What this reader saw before', ({ fail }) => {
    const last = openCheckpoint(utf8(remembered.checkpoint), remembered.keys.map(readVerifierKey));
    if (checkpoint === undefined) throw new Refused('unproven', 'Nothing can be compared without a signed checkpoint.');
    if (checkpoint.origin !== last.origin) return `${last.origin} is another log: nothing to compare`;
    if (checkpoint.size !== last.size) return `seen before with ${last.size} entries, here with ${checkpoint.size}`;
    if (!equal(checkpoint.root, last.root)) fail(`The log signed two different histories of ${last.size} entries.`);
    return `the same ${last.size} entries as seen before`;
  });
}
