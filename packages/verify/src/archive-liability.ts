import { change, entriesOf, LOAN, moved, proofOf } from './archive-entries.ts';
import { readHash } from './bytes.ts';
import { dollars } from './entry.ts';
import { readPart, verifyClaim } from './liability.ts';
import type { LiabilityClaim } from './liability.ts';
import type { Tree } from './merkle.ts';
import { Refused } from './refused.ts';
import { check } from './report.ts';
import type { Check } from './report.ts';
import { cents, instant, list, text, whole } from './values.ts';
import type { Archive, Line } from './values.ts';

/** U148: what the last daily count says of the client is what their entries came to then, and in the tree whose root the log has. */
export function checkLiabilities(archive: Archive, tree: Tree | undefined): Check {
  return check('What you were counted with', ({ sum, same, fail, each }) => {
    const lines = archive.lines('liabilities');
    if (lines.length === 0) return 'no daily count of what clients are owed is in this archive';
    if (tree === undefined) throw new Refused('unproven', 'Without a signed checkpoint nothing is in any tree.');
    const book = Number(whole(archive.manifest, 'book'));
    const counted = new Map<string, string>();
    each(lines, (line) => {
      const which = text(line, 'tree');
      if (which !== 'owed' && which !== 'debt') return fail(`There is no count of ${which}.`);
      const name = which === 'owed' ? 'Your balance' : 'Your debt';
      if (counted.has(which)) fail(`${name} is there twice.`);
      counted.set(which, `${dollars(cents(line, 'amount'))} on ${text(line, 'day')}`);
      const root = verifyClaim(claimOf(line, which, text(archive.manifest, 'client')), tree);
      same(`${name}: the day of the count`, instant(line, 'day'), root.day);
      same(`${name}: the moment of the count`, instant(line, 'at'), root.at);
      const number = whole(line, 'entry_number');
      same(`${name}: the last entry that was counted`, number, root.books.get(book));
      const then = entriesOf(archive)
        .filter((entry) => entry.number <= number)
        .reduce((all, entry) => all + (which === 'owed' ? change(entry) : moved(entry, LOAN)), 0n);
      return sum(`${name} as it was counted on ${text(line, 'day')}`, cents(line, 'amount'), then);
    });
    if (!counted.has('owed')) fail('The count says nothing of your balance.');
    if (new Set(lines.map((line) => line['day'])).size > 1) fail('Your balance and your debt are of different days.');
    return `your ${[...counted].map(([which, said]) => `${which === 'owed' ? 'balance' : 'debt'} of ${said}`).join(' and ')} is a part of what everybody is owed`;
  });
}

function claimOf(line: Line, tree: LiabilityClaim['tree'], client: string): LiabilityClaim {
  const { canonical, nonce, leafIndex, proof } = proofOf(line, `root of ${text(line, 'day')}`);
  return {
    ...{ tree, client, amount: cents(line, 'amount') },
    nonce: readHash(text(line, 'leaf_nonce'), 'The nonce'),
    parts: (list(line, 'parts') as Line[]).map((part) => readPart(part, cents(part, 'amount'))),
    root: canonical,
    receipt: { nonce, leafIndex, proof },
  };
}
