import * as z from 'zod/mini';
import { messages } from './messages.ts';

const words = messages.value;
const KINDS: Readonly<Record<string, string>> = {
  string: words.text,
  number: words.number,
  int: words.number,
  boolean: words.boolean,
  array: words.list,
  tuple: words.list,
  object: words.object,
  record: words.object,
};
const FORMATS: Readonly<Record<string, string>> = { datetime: words.time, date: words.date };

/** The sentence for what a schema refuses without words of its own: no library's wording and no pattern reaches anybody. */
function plainIssue(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? words.required : (KINDS[issue.expected] ?? words.other);
    case 'invalid_value':
      return words.oneOf(issue.values.map(String));
    case 'invalid_format':
      return FORMATS[issue.format] ?? words.format;
    case 'too_big':
      return words.most(`${issue.maximum}`);
    case 'too_small':
      return words.least(`${issue.minimum}`);
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
    case 'unrecognized_keys':
      return words.other;
  }
}

z.config({ customError: plainIssue });
