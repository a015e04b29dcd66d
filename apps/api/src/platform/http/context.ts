import type { Permission } from '@clearbook/contracts/permissions';
import type { Reply, Route, RouteKey, Routes } from '@clearbook/contracts/routes';
import type { core } from 'zod/mini';

export type Actor = {
  userId: string;
  role: 'client' | 'admin';
  sessionId: string;
  /** What the role of a member of staff includes; nothing for anybody else. */
  permissions: ReadonlySet<string>;
  /** They gave the password or a code again within the last five minutes. */
  steppedUp: boolean;
  /** It is a program that asks, with a token of this member of staff, from an address that the token `allows` or not. */
  token?: { allows: (address: string) => boolean };
};

/** What the session check finds behind a cookie. */
/** `mustEnrol`: staff of a live site who have no second factor yet. `guest`: who tries a demo without an account. */
export type Signed = Actor & { mustChangePassword: boolean; mustEnrol: boolean; guest?: boolean };
export type Authenticate = (cookieHeader: string | undefined) => Promise<Signed | undefined>;

/** The tokens with which programs read the Manage area. */
export type Tokens = {
  authenticate(secret: string, now: Date): Promise<Signed | undefined>;
  /** Writes down that it is about to read; where that fails, nothing is shown. `id` is the one in the address. */
  noteUse(signed: Actor, use: { key: RouteKey; can: Permission; id: string | undefined }, now: Date): Promise<void>;
};

export type UploadedFile = { name: string; filename: string; data: Buffer };

type Part<R, K extends string> = R extends Record<K, infer S extends core.$ZodType> ? S : never;
type Parsed<K extends RouteKey, P extends string> = [Part<Routes[K], P>] extends [never]
  ? undefined
  : core.output<Part<Routes[K], P>>;

/** What a handler may say beside its answer: the statuses of success and the headers that its route names, and nothing that no one can look up. */
export type ReplyControl<R = Route> = {
  status(code: Named<R, 'status'> | Named<R, 'also'>): void;
  header(name: EveryRoutesHeader | (R extends { sets: readonly (infer Name)[] } ? Name : never), value: string): void;
};
type Named<R, K extends string> = R extends Record<K, infer Value> ? Value : never;
/** Where a key was sent before. */
type EveryRoutesHeader = 'idempotency-replayed';

export type RouteContext<K extends RouteKey> = {
  body: Parsed<K, 'body'>;
  query: Parsed<K, 'query'>;
  params: Parsed<K, 'params'>;
  actor: Routes[K]['policy'] extends 'public' ? undefined : Actor;
  /** The Idempotency-Key; made by the server where the table lets it miss, empty on routes that take none. */
  key: string;
  /** SHA-256, in hex, of method, path and the body as it was understood: two requests with one hash ask for the same thing. */
  requestHash: string;
  now: Date;
  requestId: string;
  ip: string;
  userAgent: string;
  cookieHeader: string | undefined;
  files: UploadedFile[];
  reply: ReplyControl<Routes[K]>;
};

/** What a handler answers: the reply, or for a file its rows, read as the reader takes them. */
export type Answer<K extends RouteKey> = Routes[K] extends { csv: string } ? AsyncIterable<Reply<K>> : Reply<K>;
export type Handler<K extends RouteKey> = (context: RouteContext<K>) => Promise<Answer<K>>;
export type Register = <K extends RouteKey>(key: K, handler: Handler<K>) => void;
