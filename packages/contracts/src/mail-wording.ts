import * as z from 'zod/mini';
import { line } from './common.ts';
import { mailWordingMessages } from './mail-wording-messages.ts';
import { asksToPay, asRead, hasAddress } from './said-to-clients.ts';

const words = mailWordingMessages;

/** The most paragraphs that an email has, and characters in one of them. The database allows no more. */
export const MOST_LINES = 10;
const LINE_LENGTH = 500;
const SUBJECT_LENGTH = 120;

/** What an operator says in an email instead of what it comes with. Null: what it comes with. */
export const mailWording = z.strictObject({
  subject: z.nullable(line(SUBJECT_LENGTH, words.required)),
  lines: z.nullable(
    z
      .array(line(LINE_LENGTH, words.required))
      .check(z.minLength(1, { error: words.required }), z.maxLength(MOST_LINES, { error: words.tooMany(MOST_LINES) })),
  ),
});
export type MailWording = z.infer<typeof mailWording>;

/** What an email says, with its placeholders: {name} for a value, and in brackets what is said only if its values are known. */
export type Wording = { readonly subject: string; readonly lines: readonly string[] };

/** Placeholders that every email can name. Never an address to click on: each email has its own button. */
export const STANDING_PLACEHOLDERS = [
  'user_name',
  'site_name',
  'site_email',
  'complaints_email',
  'operator_name',
] as const;

const PLACEHOLDER = /\{(\w+)\}/g;
const PART = /\[[^[\]]*\]/g;
/** What an email may have less than a reason: well-known endings of addresses with room around the point, and whatever is as long as a coin's address. */
const LIKE_AN_ADDRESS = /[\p{L}\d] ?\. ?(?:com|net|org|info|online|site|xyz|biz|app)\b|[A-Za-z0-9]{25,}/iu;
/** Emails are in English and in European names: other letters look like these, and hide what a text says. */
const FOREIGN = /(?![A-Za-zßæøłđðþœıÆØŁĐÐÞŒ])\p{L}/u;

/** The names of the values in a text, in their order, each once. */
export function placeholdersIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name))];
}

/** What a changed text has to name: what the email comes with names outside of brackets, in its paragraphs. */
export function requiredIn({ lines }: Wording): readonly string[] {
  return placeholdersIn(lines.join('\n').replaceAll(PART, ''));
}

/** What it can name. */
export function placeholdersOf({ subject, lines }: Wording): readonly string[] {
  return [...new Set([...placeholdersIn([subject, ...lines].join('\n')), ...STANDING_PLACEHOLDERS])];
}

export type WordingFault = { readonly field: 'subject' | 'lines'; readonly message: string };

/** What is wrong with a changed text of an email that comes with `standard`; undefined for nothing. */
export function faultIn(standard: Wording, changed: MailWording): WordingFault | undefined {
  const { subject, lines } = changed;
  const known = placeholdersOf(standard);
  for (const [field, texts] of [
    ['subject', subject === null ? [] : [subject]],
    ['lines', lines ?? []],
  ] as const)
    for (const text of texts) {
      const message = faultOf(text, known);
      if (message !== undefined) return { field, message };
    }
  // Read as one text too: what is harmless in each paragraph may not be in a row.
  const whole = worded(standard, changed);
  const field = lines === null ? 'subject' : 'lines';
  const message = faultOf([whole.subject, ...whole.lines].join(' '), known);
  if (message !== undefined) return { field, message };
  if (lines === null) return undefined;
  const missing = requiredIn(standard).filter((name) => !requiredIn({ subject: '', lines }).includes(name));
  return missing.length === 0
    ? undefined
    : { field: 'lines', message: words.missing(missing.map((name) => `{${name}}`)) };
}

function faultOf(text: string, known: readonly string[]): string | undefined {
  const unknown = placeholdersIn(text).find((name) => !known.includes(name));
  if (unknown !== undefined) return words.unknown(`{${unknown}}`);
  const parts = [...text.matchAll(PART)].map(([part]) => part);
  const bare = text.replaceAll(PLACEHOLDER, '');
  if (
    /[{}]/.test(bare) ||
    /[[\]]/.test(bare.replaceAll(PART, '')) ||
    parts.some((part) => placeholdersIn(part).length === 0)
  )
    return words.unbalanced;
  // Whatever stands for a value, nothing comes to an address or to a demand.
  const read = ['', ' ', 'x', '$1'].map((value) =>
    asRead(text.replaceAll(PLACEHOLDER, () => value).replaceAll(/[[\]]/g, '')),
  );
  if (read.some((one) => FOREIGN.test(one))) return words.letters;
  if (read.some((one) => hasAddress(one) || LIKE_AN_ADDRESS.test(one))) return words.address;
  return read.some(asksToPay) ? words.asksToPay : undefined;
}

/** A changed text, and what the email comes with for the rest of it. */
export function worded(standard: Wording, changed: MailWording): Wording {
  return { subject: changed.subject ?? standard.subject, lines: changed.lines ?? standard.lines };
}

/** Text in brackets appears only if every value that it names is known: "change your password[ and write to {site_email}]". */
export function filled(text: string, values: Readonly<Record<string, string | undefined>>): string {
  const said = text.replaceAll(/\[([^[\]]*)\]/g, (_all, part: string) =>
    placeholdersIn(part).every((name) => (values[name] ?? '') !== '') ? part : '',
  );
  return said.replaceAll(PLACEHOLDER, (_all, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : '',
  );
}
