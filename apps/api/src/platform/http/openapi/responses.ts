import { PROBLEMS, statusesOf, type ProblemCode } from '@clearbook/contracts/description';
import type { Route } from '@clearbook/contracts/routes';
import { exampleOf } from './examples.ts';
import { headerRefs, type HeaderName, ON_EVERY_ANSWER } from './headers.ts';
import type { AnyWords } from './parameters.ts';
import type { Json, Schemas } from './schemas.ts';

export const PROBLEM = '#/components/schemas/Problem';
export const LIMITS = ['RateLimit-Policy', 'RateLimit'] as const satisfies readonly HeaderName[];

/** Refusals that any route can give, or any of its kind, each described once. */
const SHARED = {
  400: ['Unreadable', 'The request could not be read, or its Idempotency-Key is missing or malformed.', []],
  401: ['NotSignedIn', 'Nobody is signed in, or the credentials are wrong.', ['Set-Cookie']],
  403: ['NotAllowed', 'Not allowed for whoever asks.', []],
  404: ['NotFound', 'Nothing is there, or nothing that is yours.', []],
  409: ['Conflict', 'It contradicts what happened before.', ['Idempotency-Replayed']],
  413: ['TooLarge', 'The body is larger than this route takes.', []],
  415: ['WrongType', 'The content type is not the one that this route takes.', []],
  422: ['Invalid', 'A field is wrong, or a rule of the books refuses it.', ['Idempotency-Replayed']],
  429: ['TooMany', 'A limit is used up.', ['Retry-After', 'Idempotency-Replayed']],
  500: ['Failed', 'Something went wrong on our side. Nothing changed.', []],
  503: ['Unavailable', 'Not possible right now.', ['Retry-After']],
} as const satisfies Record<number, readonly [string, string, readonly HeaderName[]]>;
export type SharedStatus = keyof typeof SHARED;

/** components.responses */
export function sharedResponses(): Json {
  return {
    ...Object.fromEntries(
      Object.entries(SHARED).map(([status, [name, description, headers]]) => [
        name,
        problemResponse(description, headers, Number(status)),
      ]),
    ),
    Refused: problemResponse('Any other refusal, with a code of the table of errors.', [
      'Retry-After',
      'Allow',
      'Idempotency-Replayed',
    ]),
  };
}

function problemResponse(description: string, headers: readonly HeaderName[], status?: number): Json {
  const codes = (Object.keys(PROBLEMS) as ProblemCode[]).filter((code) => statusesOf(code).includes(status ?? 0));
  const [code] = codes;
  return {
    description:
      codes.length > 0 ? `${description} Codes: ${codes.map((each) => `\`${each}\``).join(', ')}.` : description,
    headers: headerRefs([...LIMITS, ...headers, ...ON_EVERY_ANSWER, 'Strict-Transport-Security']),
    content: {
      'application/problem+json': {
        schema: { $ref: PROBLEM },
        ...(code !== undefined && {
          example: {
            type: `urn:clearbook:problem:${code}`,
            title: TITLES[status ?? 0] ?? 'Error',
            status: status ?? 0,
            code,
            detail: PROBLEMS[code].meaning,
            fields: [],
            request_id: 'Qm9vdA.1f',
          },
        }),
      },
    },
  };
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

export function refusals(statuses: readonly SharedStatus[]): Json {
  const refs = statuses.map((status) => [status, { $ref: `#/components/responses/${SHARED[status][0]}` }]);
  return { ...Object.fromEntries(refs), default: { $ref: '#/components/responses/Refused' } };
}

/** Every answer of a route of the table. */
export function responsesOf(route: Route, words: AnyWords, schemas: Schemas): Json {
  const success: Json = { [route.status]: successOf(route, 'Done.', schemas) };
  for (const [status, text] of Object.entries(words.also ?? {}))
    success[status] = successOf(route, text ?? '', schemas);
  return { ...success, ...refusals(statusesFor(route)) };
}

function statusesFor(route: Route): SharedStatus[] {
  const takesContent = route.body !== undefined || route.files !== undefined;
  const statuses: [SharedStatus, boolean][] = [
    [400, takesContent || route.key !== undefined],
    [401, true],
    [403, true],
    [404, route.params !== undefined],
    [409, route.key !== undefined],
    [413, takesContent],
    [415, takesContent],
    [422, true],
    [429, true],
    [500, true],
    [503, true],
  ];
  return statuses.filter(([, holds]) => holds).map(([status]) => status);
}

function successOf(route: Route, description: string, schemas: Schemas): Json {
  const headers: HeaderName[] = [...LIMITS];
  if (route.key) headers.push('Idempotency-Replayed');
  if (route.large) headers.push('Vary', 'Content-Encoding');
  if (route.csv !== undefined || route.file !== undefined) headers.push('Content-Disposition');
  for (const name of route.sets ?? []) headers.push(NAMES[name]);
  return { description, headers: headerRefs(headers), ...contentOf(route, schemas) };
}

const NAMES = {
  'set-cookie': 'Set-Cookie',
  'clear-site-data': 'Clear-Site-Data',
  location: 'Location',
  'cache-control': 'Cache-Control',
} as const;

function contentOf(route: Route, schemas: Schemas): Json {
  if (route.status === 204) return {};
  if (route.file !== undefined)
    return {
      content: { [route.file]: { schema: { type: 'string', contentMediaType: route.file }, example: '%PDF…' } },
    };
  if (route.csv !== undefined) {
    const row = schemas.of(route.reply, 'output');
    const columns = Object.keys((row['properties'] ?? {}) as Json);
    return {
      content: {
        'text/csv': {
          schema: { type: 'string', description: `Columns: ${columns.join(', ')}.` },
          example: `${columns.join(',')}\r\n`,
        },
      },
    };
  }
  const schema = schemas.of(route.reply, 'output');
  return { content: { 'application/json': { schema, example: exampleOf(schema, schemas) } } };
}
