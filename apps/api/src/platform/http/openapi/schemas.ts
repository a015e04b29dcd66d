import { FIELDS, models } from '@clearbook/contracts/description';
import { problem } from '@clearbook/contracts/common';
import { toJSONSchema } from 'zod/v4/core';
import type { $ZodType } from 'zod/v4/core';

export type Value = Json | Value[] | string | number | boolean | null | undefined;
export type Json = { [name: string]: Value };

const HERE = '#/$defs/';
const THERE = '#/components/schemas/';

/** The models that the description names so far, each written once, with a description and an example for every field. */
export class Schemas {
  readonly named: Record<string, Json> = {};

  constructor() {
    this.of(problem, 'output');
  }

  /** A schema as the description shows it: a reference where it is a model. */
  of(schema: $ZodType, io: 'input' | 'output', place = ''): Json {
    const { name, ...shape } = this.#made(schema, io);
    if (name !== undefined) return { $ref: THERE + name };
    describe(shape.made, place);
    return shape.made;
  }

  #made(schema: $ZodType, io: 'input' | 'output'): { name?: string; made: Json } {
    const made = toJSONSchema(schema, {
      io,
      target: 'draft-2020-12',
      unrepresentable: 'any',
      metadata: models,
    }) as Json;
    const { $schema: _dialect, '~standard': _standard, $defs, ...own } = moved(made) as Json;
    for (const [name, model] of Object.entries(($defs ?? {}) as Record<string, Json>)) this.#name(name, model);
    const name = typeof own['id'] === 'string' && own['$ref'] === undefined ? own['id'] : undefined;
    if (name === undefined) return { made: own };
    this.#name(name, own);
    return { name, made: own };
  }

  #name(name: string, { id: _id, ...model }: Json): void {
    describe(model, name);
    const known = this.named[name];
    // One name for two shapes would give whoever reads the description a wrong one.
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(model))
      throw new Error(`${name} has two shapes: what is sent and what is answered differ, so they need two schemas.`);
    this.named[name] = model;
  }
}

/** References of one schema's own, made into references of the whole description. A format says what its pattern would say again. */
function moved(value: Value): Value {
  if (Array.isArray(value)) return value.map(moved);
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...others } = value;
  if (typeof others['format'] === 'string') delete others['pattern'];
  // A list of fixed places has no others: said by its length, because linters want `items` to be a schema.
  if (Array.isArray(others['prefixItems']))
    Object.assign(others, { items: {}, maxItems: others['prefixItems'].length });
  const entries = Object.entries(others).map(([name, inner]) => [name, moved(inner)] as const);
  return {
    ...Object.fromEntries(entries),
    ...(typeof $ref === 'string' && { $ref: $ref.replace(HERE, THERE) }),
  };
}

/** Puts the words of the catalogue to each field; `Model.field` is looked for first. */
function describe(schema: Json, place: string): void {
  for (const [name, field] of Object.entries((schema['properties'] ?? {}) as Record<string, Json>)) {
    const words = wordsOf(place === '' ? name : `${place}.${name}`, name);
    if (words !== undefined) field['description'] = words.text;
    describe(field, `${place}.${name}`);
  }
  if (typeof schema['items'] === 'object' && schema['items'] !== null) describe(schema['items'] as Json, place);
  for (const part of ['anyOf', 'oneOf', 'allOf', 'prefixItems'])
    for (const inner of (schema[part] ?? []) as Json[]) describe(inner, place);
}

/** What is said about a field, and an example where one is named. */
export function wordsOf(place: string, name: string): { text: string; example?: Value } | undefined {
  // An item of a list has no name of its own.
  const words = name === '' ? undefined : (FIELDS[place] ?? FIELDS[name]);
  if (words === undefined) return undefined;
  return typeof words === 'string' ? { text: words } : { text: words[0], example: words[1] as Value };
}
