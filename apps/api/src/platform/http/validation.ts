import { messages } from '@clearbook/contracts/messages';
import { compile, safeParse } from 'zod/v4/core';
import type { $ZodIssue, $ZodType } from 'zod/v4/core';
import { Problem } from './problem.ts';
import type { FieldProblem } from './problem.ts';

const MAX_FIELDS_REPORTED = 50;
const MAX_NAME_LENGTH = 100;

/**
 * The value as its schema reads it.
 * @throws Problem 422 naming every field that is wrong.
 */
export function validate(schema: $ZodType, value: unknown): unknown {
  const result = safeParse(compiled(schema), value);
  if (result.success) return result.data;
  throw invalid(result.error.issues.flatMap(fieldsOf));
}

const compiledSchemas = new WeakMap<$ZodType, $ZodType>();

/** The same schema as generated code, made at its first use: what it refuses is read again by the schema itself, which says why. */
export function compiled(schema: $ZodType): $ZodType {
  let made = compiledSchemas.get(schema);
  if (made === undefined) {
    made = compile(schema);
    compiledSchemas.set(schema, made);
  }
  return made;
}

/** A query in which one name stands twice is ambiguous: two programs on the way could each pick another value. */
export function validateQuery(schema: $ZodType | undefined, query: Record<string, unknown>): unknown {
  const names = Object.keys(query);
  if (!schema) {
    if (names.length > 0) throw invalid(names.map(unknownField));
    return undefined;
  }
  const twice = names.filter((name) => Array.isArray(query[name]));
  if (twice.length > 0)
    throw invalid(twice.map((name) => ({ name: shortened(name), message: messages.common.checkFields })));
  return validate(schema, { ...query });
}

export function invalid(all: FieldProblem[]): Problem {
  const fields: FieldProblem[] = [];
  for (const field of all) {
    if (fields.length < MAX_FIELDS_REPORTED && !fields.some((known) => known.name === field.name)) fields.push(field);
  }
  const [only] = fields;
  const detail = fields.length === 1 && only ? only.message : messages.common.checkFields;
  return new Problem(422, 'request.invalid', detail, fields);
}

function fieldsOf(issue: $ZodIssue): FieldProblem[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => unknownField([...issue.path, key].map(String).join('.')));
  return [{ name: shortened(issue.path.map(String).join('.')), message: issue.message }];
}

function unknownField(name: string): FieldProblem {
  return { name: shortened(name), message: messages.common.unknownField(shortened(name)) };
}

function shortened(name: string): string {
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…`.toWellFormed() : name;
}
