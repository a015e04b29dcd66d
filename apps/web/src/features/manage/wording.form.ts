import { configureBody } from '@clearbook/contracts/configuration';
import type { MailText } from '@clearbook/contracts/mail';
import { faultIn, filled, mailWording, type MailWording, type Wording } from '@clearbook/contracts/mail-wording';
import { configWords } from '@clearbook/contracts/words/configuration';
import { mailWords as words } from '@clearbook/contracts/words/mail';
import type { FieldErrors } from '../../lib/form.ts';
import { effectiveAtOf, lastFields, mailName, RIGHT_AWAY, type Start } from './configuration.form.ts';
import { decisionOf } from './decision.ts';

type Changes = NonNullable<MailText['changes']>;
/** An email that two people can change, as it is now. */
export type WordingOf = Pick<MailText, 'name'> & { readonly changes: Changes; readonly now: Date };

const FIELD = { subject: 'setting.value.subject', lines: 'setting.value.lines' } as const;

export type WordingValues = Start & {
  setting: {
    value: {
      subject: string;
      /** A paragraph in each line. */
      lines: string;
    };
  };
  reason: string;
};

const paragraphs = (typed: string): string[] =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** What was typed, and null for what the email comes with. */
export function wordingOf({ setting: { value } }: WordingValues, { changes: { standard } }: WordingOf): MailWording {
  const [subject, lines] = [value.subject.trim(), paragraphs(value.lines)];
  return {
    subject: subject === standard.subject ? null : subject,
    lines: lines.join('\n') === standard.lines.join('\n') ? null : lines,
  };
}

function faultsIn(values: WordingValues, of: WordingOf): FieldErrors {
  const wording = wordingOf(values, of);
  const errors: FieldErrors = {};
  for (const { path, message } of mailWording.safeParse(wording).error?.issues ?? [])
    errors[path[0] === 'subject' ? FIELD.subject : FIELD.lines] ??= message;
  const fault = faultIn(of.changes.standard, wording);
  if (fault !== undefined) errors[FIELD[fault.field]] ??= fault.message;
  return errors;
}

/** How it would read, with the examples. */
export function preview({ setting: { value } }: WordingValues, { changes: { values } }: WordingOf): Wording {
  const examples = Object.fromEntries(values.map(({ name, example }) => [name, example]));
  return {
    subject: filled(value.subject, examples),
    lines: paragraphs(value.lines).map((line) => filled(line, examples)),
  };
}

/** Proposes what an email says, which another person has to approve. */
export const proposeWording = decisionOf({
  route: 'POST /admin/configuration',
  schema: configureBody,
  initial: ({ changes: { now } }: WordingOf): WordingValues => ({
    setting: { value: { subject: now.subject, lines: now.lines.join('\n') } },
    ...RIGHT_AWAY,
    reason: '',
  }),
  body: (values, of) => ({
    setting: { item: 'mail_wording' as const, key: of.name, value: wordingOf(values, of) },
    effective_at: effectiveAtOf(values),
    // What was scheduled after that is seen in Configuration, and refused if it comes first.
    replaces: of.changes.version,
    reason: values.reason,
  }),
  check: faultsIn,
  complaints: ({ fields }) =>
    fields.map((one) => (one.name.startsWith(FIELD.lines) ? { ...one, name: FIELD.lines } : one)),
  title: ({ name }) => words.changeTitle(mailName(name)),
  text: () => configWords.proposeText,
  act: () => configWords.send,
  fields: (of, values) => [
    { kind: 'text', name: FIELD.subject, label: words.subject, first: true },
    { kind: 'lines', name: FIELD.lines, label: words.lines, hint: words.linesHint },
    ...lastFields('mail_wording', values, of),
  ],
  topics: ['proposals', 'settings'],
  failed: configWords.failed,
  done: () => configWords.proposed,
});
