import { exactPrice } from '@clearbook/domain/price';
import { centsToDecimal } from '@clearbook/domain/money';
import { lotsText } from '../trades/index.ts';

/** What a value of the archive is, in the file and as the database gives it (docs/spec/archive.md, U21). */
const KINDS = {
  text: { type: 'string', write: String },
  id: { type: 'string', format: 'uuid', write: String },
  /** A number that may be larger than JSON's. */
  whole: { type: 'string', pattern: '^-?\\d+$', write: String },
  count: { type: 'integer', write: Number },
  flag: { type: 'boolean', write: Boolean },
  money: { type: 'string', pattern: '^-?\\d+\\.\\d{2}$', write: (cents: unknown) => centsToDecimal(big(cents)) },
  price: { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$', write: (units: unknown) => priceOf(big(units)) },
  lots: { type: 'string', pattern: '^\\d+\\.\\d{2}$', write: (hundredths: unknown) => lotsText(big(hundredths)) },
  time: { type: 'string', format: 'date-time', write: (at: unknown) => (at as Date).toISOString() },
  day: { type: 'string', format: 'date', write: String },
  bytes: {
    type: 'string',
    contentEncoding: 'base64',
    write: (bytes: unknown) => (bytes as Buffer).toString('base64'),
  },
  object: { type: 'object', write: (value: unknown) => value },
  postings: {
    type: 'array',
    items: {
      type: 'object',
      properties: { account: { type: 'string' }, amount: { type: 'string' } },
      required: ['account', 'amount'],
    },
    write: (postings: unknown) =>
      (postings as { account: string; amount: string }[]).map(({ account, amount }) => ({
        account,
        amount: centsToDecimal(BigInt(amount)),
      })),
  },
  targets: {
    type: 'array',
    items: {
      type: 'object',
      properties: { price: { type: 'string' }, lots: { type: 'string' } },
      required: ['price', 'lots'],
    },
    write: (targets: unknown) =>
      (targets as { price: string; lots: string }[]).map(({ price, lots }) => ({
        price: exactPrice(BigInt(price)),
        lots: lotsText(BigInt(lots)),
      })),
  },
  parts: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        index: { type: 'integer' },
        amount: { type: 'string' },
        path: { type: 'string', contentEncoding: 'base64' },
      },
      required: ['index', 'amount', 'path'],
    },
    write: (parts: unknown) =>
      (parts as { index: number; amount: bigint; path: Buffer }[]).map(({ index, amount, path }) => ({
        index,
        amount: centsToDecimal(amount),
        path: path.toString('base64'),
      })),
  },
  hashes: {
    type: 'array',
    items: { type: 'string', contentEncoding: 'base64' },
    write: (hashes: unknown) => (hashes as Buffer[]).map((hash) => hash.toString('base64')),
  },
} as const;

export type Kind = keyof typeof KINDS;
/** A field by its kind; a question mark behind it says that there may be none. */
export type Field = Kind | `${Kind}?`;
export type Fields = Readonly<Record<string, Field>>;
export type Row = Readonly<Record<string, unknown>>;

/** The fields of a file as `name kind, name kind?`, in any layout. @throws Error for a kind that there is not */
export function declared(text: string): Fields {
  return Object.fromEntries(
    text.split(',').map((each) => {
      const [name = '', field = ''] = each.trim().split(/\s+/);
      if (!(read(field as Field).kind in KINDS)) throw new Error(`archive: ${name} is of no kind: ${field}`);
      return [name, field as Field];
    }),
  );
}

function big(value: unknown): bigint {
  return BigInt(value as string | bigint | number);
}

function priceOf(units: bigint): string {
  return units < 0n ? `-${exactPrice(-units)}` : exactPrice(units);
}

function read(field: Field): { kind: Kind; optional: boolean } {
  const optional = field.endsWith('?');
  return { kind: (optional ? field.slice(0, -1) : field) as Kind, optional };
}

/** One line of a file. @throws Error where a value is missing that every line has: an archive with a hole is no archive. */
export function lineOf(file: string, fields: Fields, row: Row): string {
  const line: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const { kind, optional } = read(field);
    const value = row[name];
    if (value === undefined || (value === null && !optional)) throw new Error(`archive: ${file} lacks ${name}`);
    line[name] = value === null ? null : KINDS[kind].write(value);
  }
  return `${JSON.stringify(line)}\n`;
}

/** What a line must look like, as JSON Schema 2020-12. */
export function schemaOf({ name, about, fields }: { name: string; about: string; fields: Fields }): object {
  const properties = Object.entries(fields).map(([field, its]) => {
    const { kind, optional } = read(its);
    const { write: _, ...schema } = KINDS[kind];
    return [field, optional ? { ...schema, type: [schema.type, 'null'] } : schema] as const;
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: name,
    description: about,
    type: 'object',
    properties: Object.fromEntries(properties),
    required: Object.keys(fields),
    additionalProperties: false,
  };
}
