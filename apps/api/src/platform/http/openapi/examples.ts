import { type Json, type Schemas, type Value, wordsOf } from './schemas.ts';

const TIME = '2026-11-23T09:30:00.000Z';
/** Tried in this order on a text that has a pattern and no example of its own. */
const TEXTS = ['0199f2c4-7a1e-7c3b-9d52-6f0e8b1a2c34', '100.00', '1042', 'EURUSD', '2026-11-23', 'a1'];
const REF = '#/components/schemas/';

/** One example that this schema takes, put together from the examples of its fields. */
export function exampleOf(schema: Json, schemas: Schemas, place = '', name = ''): Value {
  if (typeof schema['$ref'] === 'string') {
    const model = schema['$ref'].slice(REF.length);
    const own = wordsOf(place, name);
    // Null, or a list, where the field's own words give one; a model is put together from its fields.
    if (own?.example === null || Array.isArray(own?.example)) return own.example;
    const target = schemas.named[model] ?? {};
    return exampleOf(target, schemas, model, target['properties'] === undefined ? name : '');
  }
  const given = wordsOf(place, name)?.example;
  if (given !== undefined && fits(schema, given)) return given;
  const options = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined;
  if (options !== undefined) {
    if (given === null) return null;
    return exampleOf(options.find((option) => option['type'] !== 'null') ?? {}, schemas, place, name);
  }
  if (schema['const'] !== undefined) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  switch ((schema['type'] ?? '') as string) {
    case 'object':
      return objectExample(schema, schemas, place);
    case 'array':
      return Array.isArray(schema['prefixItems'])
        ? (schema['prefixItems'] as Json[]).map((item) => exampleOf(item, schemas, place, ''))
        : [exampleOf((schema['items'] ?? {}) as Json, schemas, place, '')];
    case 'string':
      return textExample(schema);
    case 'number':
    case 'integer':
      return Math.max(1, Number(schema['minimum'] ?? 1));
    case 'boolean':
      return false;
    default:
      return null;
  }
}

function objectExample(schema: Json, schemas: Schemas, place: string): Json {
  const made: Json = {};
  for (const [field, shape] of Object.entries((schema['properties'] ?? {}) as Record<string, Json>))
    made[field] = exampleOf(shape, schemas, place === '' ? field : `${place}.${field}`, field);
  return made;
}

function textExample(schema: Json): string {
  if (schema['format'] === 'date-time') return TIME;
  if (schema['format'] === 'date') return TIME.slice(0, 10);
  const pattern = typeof schema['pattern'] === 'string' ? new RegExp(schema['pattern'], 'u') : undefined;
  return TEXTS.find((text) => pattern?.test(text)) ?? 'text';
}

/** Whether a field's general example can be one of this schema: the same name may be a text here and a list there. */
function fits(schema: Json, example: Value): boolean {
  if (schema['enum'] !== undefined) return (schema['enum'] as Value[]).includes(example ?? null);
  if (schema['const'] !== undefined) return schema['const'] === example;
  const options = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined;
  if (options !== undefined) return options.some((option) => option['$ref'] === undefined && fits(option, example));
  switch ((schema['type'] ?? '') as string) {
    case 'null':
      return example === null;
    case 'string':
      return (
        typeof example === 'string' &&
        (typeof schema['pattern'] !== 'string' || new RegExp(schema['pattern'], 'u').test(example)) &&
        schema['format'] === undefined
      );
    case 'number':
    case 'integer':
      return (
        typeof example === 'number' &&
        example >= Number(schema['minimum'] ?? -Infinity) &&
        example <= Number(schema['maximum'] ?? Infinity)
      );
    case 'boolean':
      return typeof example === 'boolean';
    case 'array':
      return Array.isArray(example) && (schema['items'] as Json)?.['$ref'] === undefined;
    default:
      return false;
  }
}
