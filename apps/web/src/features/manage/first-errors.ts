import type { core } from 'zod/mini';
import { safeParse } from 'zod/mini';

/** The first complaint of a schema about each field, by the field's name. Empty when there is none. */
export function firstErrors(schema: core.$ZodType, value: unknown): Record<string, string> {
  const read = safeParse(schema, value);
  const errors: Record<string, string> = {};
  for (const issue of read.error?.issues ?? []) errors[String(issue.path[0] ?? '')] ??= issue.message;
  return errors;
}
