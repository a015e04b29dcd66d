import { FILES } from './files.ts';

/** For whoever opens an archive without our software. */
export function readmeOf({ site, madeAt }: { site: string; madeAt: Date }): string {
  const list = FILES.map(({ name, about }) => `data/${name}.jsonl\n    ${about}`);
  return `Everything that ${site} keeps of one account, as it stood on ${madeAt.toISOString()}.

HOW TO READ IT
Each file in data/ is text. Each of its lines is one record as JSON: open it with any text editor, spreadsheet or
program. The file of the same name in schemas/ says what every field is. The pictures and documents that you sent
are in files/, the months of your statement in statements/.

Money is in US dollars with two decimals. Prices and lots are decimals. Times are UTC. A field that is empty is null.
Names that end in _micros count millionths of a cent, those that end in _bps hundredths of a percent.

HOW TO CHECK IT
manifest.json names every other file with its SHA-256, and holds the signed checkpoint of the transparency log that
the archive was made under. Each line of data/entries.jsonl and data/staff_actions.jsonl has a receipt: from its
type, nonce and canonical bytes follows its line of the log, and from there the hashes in proof lead to the root that
the checkpoint signs. Keep the archive: a later history that does not contain it contradicts the signature.

The formats, with worked examples, are in the documentation of Clearbook, docs/verify.md and docs/spec/archive.md.
The program clearbook-verify and the page ${site}/verify check all of it, and neither sends the file anywhere.

WHAT IS IN IT
${list.join('\n')}

WHAT IS NOT
What proves who you are when you sign in (passwords, codes, sessions' secrets) and what follows from the files above.
Other people appear as ids alone.
`;
}
