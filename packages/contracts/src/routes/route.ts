import * as z from 'zod/mini';
import type { Permission } from '../permissions.ts';

/** A route of the Manage area names the permission that it takes. */
type ForStaff = { policy: 'admin'; can: Permission };
type ForOthers = { policy: Exclude<Policy, 'admin'>; can?: undefined };

/** Who may call a route. `owner`: a signed-in client, and only for what is theirs. Nothing is reachable without one of these. */
export type Policy = 'public' | 'client' | 'owner' | 'admin';

export type Route = (ForStaff | ForOthers) & {
  /** Status of success. */
  status: 200 | 201 | 202 | 204;
  /** Another status of success with the same reply: what was asked for waits for something first. */
  also?: 202;
  reply: z.core.$ZodType;
  body?: z.core.$ZodType;
  query?: z.core.$ZodType;
  params?: z.core.$ZodType;
  /** It happens once under an Idempotency-Key: asked for where money moves, taken where it comes elsewhere. */
  key?: true | 'optional';
  /** Headers that an answer may carry beside those that every answer carries. */
  sets?: readonly ('set-cookie' | 'clear-site-data' | 'location' | 'cache-control')[];
  /** The body is multipart/form-data with these file fields, instead of JSON. */
  files?: readonly string[];
  /** Some of the files may be left out: the handler says which are wanted. */
  filesMayMiss?: true;
  /** A guest may call it too, who tries a demo without an account. What only reads is open to them anyway. */
  guest?: true;
  /** Exists in demo mode only. */
  demoOnly?: true;
  /** Answers with a file of comma-separated values under this name, a row at a time, instead of JSON: `reply` is one row. */
  csv?: string;
  /** Answers with the bytes of a file of this type, under a name of its own, instead of JSON. */
  file?: 'application/pdf' | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  /** The answer is long and holds no secret: it is sent compressed. */
  large?: true;
};

/** What a route with a `file` answers with. */
export const fileReply = z.custom<{ readonly name: string; readonly data: Uint8Array }>();

export type RouteTable = Record<`${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`, Route>;

export const route = <const R extends Route>(definition: R): R => definition;
