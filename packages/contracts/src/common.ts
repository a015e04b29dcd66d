import * as z from 'zod/mini';
import { messages } from './messages.ts';
import { type TableName, TABLE_SORTS } from './table-sorts.ts';
import './plain-issues.ts';

/** Opaque and sortable: a version 7 UUID. */
export const id = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, { error: messages.common.badId }));
export const idParams = z.strictObject({ id });

/** RFC 3339 in UTC. */
export const time = z.iso.datetime();

/** A day of the calendar in UTC: 2026-11-21. */
export const day = z.string().check(z.refine((text) => isDay(text), { error: messages.statement.day }));

function isDay(text: string): boolean {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

const dayOrTime = z
  .string()
  .check(z.refine((text) => isDay(text) || z.safeParse(time, text).success, { error: messages.common.dayOrTime }));

export const range = { after: z.optional(dayOrTime), until: z.optional(dayOrTime) };
type Range = { after?: string | undefined; until?: string | undefined };

/** From `after` on, and up to `until`: a day counts whole at either end, a moment is included as a beginning and not as an end. */
export function instantsOf({ after, until }: Range): { from: Date | null; before: Date | null } {
  const end = until === undefined ? null : new Date(until);
  if (until !== undefined && end !== null && isDay(until)) end.setUTCDate(end.getUTCDate() + 1);
  return { from: after === undefined ? null : new Date(after), before: end };
}

export const inOrder = z.refine<Range>(
  (query) => {
    const { from, before } = instantsOf(query);
    return from === null || before === null || from < before;
  },
  { error: messages.common.datesReversed, path: ['until'] },
);

/** Control characters break logs, mail headers and layouts; bidirectional overrides make one text look like another. */
const UNPRINTABLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/;

function printable(text: string): boolean {
  return !UNPRINTABLE.test(text) && text.isWellFormed();
}

/** One line of text that a person typed, trimmed, shown literally wherever it appears. */
export function line(max: number, required: string) {
  return z.string({ error: required }).check(
    z.trim(),
    z.minLength(1, { error: required, abort: true }),
    z.maxLength(max, { error: messages.common.tooLong(max) }),
    z.refine((text) => printable(text) && !/[\r\n\t\u2028\u2029]/.test(text), { error: messages.common.unprintable }),
  );
}

/** Several lines of text that a person typed. */
export function paragraph(max: number, required: string) {
  return z
    .string({ error: required })
    .check(
      z.trim(),
      z.minLength(1, { error: required, abort: true }),
      z.maxLength(max, { error: messages.common.tooLong(max) }),
      z.refine(printable, { error: messages.common.unprintable }),
    );
}

/** What a person looks for: any text that a row could hold. */
export function searchText(max: number) {
  return z
    .string()
    .check(
      z.maxLength(max, { error: messages.common.tooLong(max) }),
      z.refine(printable, { error: messages.common.unprintable }),
    );
}

/** An email address. Stored in lower case, so that one mailbox has one account. */
export function email(required: string, invalid: string) {
  return z.string({ error: required }).check(
    z.trim(),
    z.minLength(1, { error: required, abort: true }),
    z.maxLength(254, { error: messages.common.tooLong(254), abort: true }),
    z.regex(
      /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/i,
      {
        error: invalid,
      },
    ),
    z.toLowerCase(),
  );
}

/** A whole number from one in a query, in plain digits: "1e1", "0x10" and "+1" are numbers only to a machine. */
export function count(most: number) {
  // Written once it is read: numbers in words take the browser longer than all that a page declares.
  const error = () => messages.common.wholeNumber(most);
  return z.optional(
    z.pipe(
      z.union([z.number(), z.string().check(z.regex(/^[1-9][0-9]{0,6}$/, { error }))], { error }),
      z.coerce.number<string | number>().check(z.int({ error }), z.gte(1, { error }), z.lte(most, { error })),
    ),
  );
}

/** Where the next page of a list begins. Each list has its own shape, and only what it handed out itself comes back. */
export function cursor(shape: RegExp) {
  return z.optional(z.string().check(z.regex(shape, { error: messages.common.badCursor })));
}

/** Lists in the order of their rows' ids. */
export const cursorQuery = z.strictObject({
  limit: count(200),
  cursor: cursor(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/),
});

/** Lists that are short enough to come whole where no limit is named. A cursor is the name of the row before. */
export const listQuery = z.strictObject({
  limit: count(200),
  cursor: cursor(/^[A-Za-z0-9][A-Za-z0-9.-]{0,63}$/),
});

/** Admin tables: pages counted from one, searched by a part of an email. */
export const pageQuery = z.strictObject({
  page: count(1_000_000),
  page_size: count(100),
  q: z.optional(searchText(254)),
  status: z.optional(searchText(30)),
});

/** The same in an order that the table takes. */
export function sortedPageQuery<T extends TableName>(table: T) {
  const sorts: (typeof TABLE_SORTS)[T] = TABLE_SORTS[table];
  return z.strictObject({ ...pageQuery.shape, sort: z.optional(oneOf(sorts)) });
}

/** The same for a table whose filter takes these values only. */
export function pageQueryOf<T extends TableName, S extends readonly [string, ...string[]]>(table: T, statuses: S) {
  return z.strictObject({ ...sortedPageQuery(table).shape, status: z.optional(oneOf(statuses)) });
}

/** What an export takes: the search and the filter that are on the screen, and dates of what it holds. */
export function exportQueryOf<T extends readonly [string, ...string[]]>(statuses: T) {
  return z.strictObject({ q: pageQuery.shape.q, status: z.optional(oneOf(statuses)), ...range }).check(inOrder);
}

/** The same where the filter takes any text. */
export const exportQuery = z
  .strictObject({ q: pageQuery.shape.q, status: pageQuery.shape.status, ...range })
  .check(inOrder);

/** What the file of a list takes that has neither a search nor a filter. */
export const rangeQuery = z.strictObject(range).check(inOrder);

function oneOf<T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values, { error: messages.common.badFilter });
}

export function cursorList<T extends z.core.$ZodType>(item: T) {
  return z.strictObject({ data: z.array(item), next_cursor: z.nullable(z.string()) });
}

export function pageList<T extends z.core.$ZodType>(item: T) {
  return z.strictObject({
    data: z.array(item),
    page: z.number(),
    page_size: z.number(),
    total: z.number(),
    /** More rows match than are listed: the newest of them are here. */
    capped: z.optional(z.boolean()),
  });
}

export const noContent = z.null();
export const emptyBody = z.optional(z.nullable(z.strictObject({})));

/** application/problem+json: the one shape of every refusal and failure. */
export const problem = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  code: z.string(),
  detail: z.string(),
  fields: z.array(z.strictObject({ name: z.string(), message: z.string() })),
  request_id: z.string(),
});
export type ProblemBody = z.infer<typeof problem>;

export const mode = z.enum(['demo', 'live']);
