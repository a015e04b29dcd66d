import { openArchive } from './archive.ts';
import type { OpenedArchive, Trust } from './archive.ts';
import { readUtf8, utf8 } from './bytes.ts';
import { readCheckpointText } from './checkpoint.ts';
import { dollars, EVENTS } from './entry.ts';
import { change, moved, LOAN } from './archive-entries.ts';
import { readNote } from './note.ts';
import { readReceipt, verifyReceipt } from './receipt.ts';
import type { Receipt } from './receipt.ts';
import { NO_WITNESS } from './cosignature.ts';
import { Refused } from './refused.ts';
import { check, report } from './report.ts';
import type { Report } from './report.ts';

const ZIP = [0x50, 0x4b];

/** Checks whatever a client may have: an archive, or the receipt of one entry. Throws where it is neither. */
export async function verifyFile(bytes: Uint8Array, trust: Trust = {}): Promise<Report> {
  return (await openFile(bytes)).check(trust);
}

/** The same, opened: whoever checks it can choose keys by the log that it is of. */
export async function openFile(bytes: Uint8Array): Promise<OpenedArchive> {
  if (bytes.length === 0) throw new Refused('malformed', 'The file is empty.');
  if (ZIP.every((byte, i) => bytes[i] === byte)) return openArchive(bytes);
  let json: unknown;
  try {
    json = JSON.parse(readUtf8(bytes, 'The file'));
  } catch {
    throw new Refused('malformed', 'This is neither an archive (a zip) nor a receipt (JSON).');
  }
  const receipt = readReceipt(json);
  const { origin } = readCheckpointText(readNote(utf8(receipt.checkpoint)).text);
  return { origin, checkpoint: receipt.checkpoint, check: (trust = {}) => checkReceipt(receipt, trust) };
}

function checkReceipt(receipt: Receipt, { keys, witnesses, mustBeCosigned }: Trust): Report {
  if (keys === undefined) throw new Refused('unsigned', 'A receipt needs the key of its log, which it does not name.');
  return report([
    check('Receipt', ({ fail }) => {
      const { entry, checkpoint, witnesses: found } = verifyReceipt(receipt, keys, witnesses);
      if (found.length === 0 && mustBeCosigned === true) fail(NO_WITNESS);
      const who = found.length === 1 ? '1 witness' : `${found.length} witnesses`;
      const owed = moved(entry, LOAN);
      return [
        `entry ${entry.number} of book ${entry.book}, ${EVENTS[entry.event] ?? `event ${entry.event}`} at ${new Date(entry.at).toISOString()}`,
        `changed the total by ${dollars(change(entry))}${owed === 0n ? '' : ` and what is owed by ${dollars(owed)}`}`,
        `is in the log of ${checkpoint.size} entries of ${checkpoint.origin}; ${who} you know`,
      ].join(', ');
    }),
  ]);
}
