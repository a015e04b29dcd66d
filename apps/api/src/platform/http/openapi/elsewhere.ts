import { headerRefs, type HeaderName } from './headers.ts';
import { LIMITS, refusals, type SharedStatus } from './responses.ts';
import type { Json } from './schemas.ts';

const TEXT: Json = { type: 'string' };
const bytes = (type: string): Json => ({ [type]: { schema: { type: 'string', contentMediaType: type } } });
const json = (description: string, example: Json): Json => ({
  'application/json': { schema: { type: 'object', description }, example },
});

type Elsewhere = {
  id: string;
  tag: 'Account' | 'Site' | 'Operations' | 'Market';
  summary: string;
  description: string;
  open: boolean;
  parameters?: Json[];
  body?: Json;
  success: Json;
  refusals: SharedStatus[];
};

function ok(status: number, description: string, headers: readonly HeaderName[], content?: Json): Json {
  return { [status]: { description, headers: headerRefs([...LIMITS, ...headers]), ...(content && { content }) } };
}

/** What the server answers beside the route table: bytes, the socket, and what operators and tools ask. */
const ELSEWHERE: Readonly<Record<string, Elsewhere>> = {
  'get /api/v1/files/{id}': {
    id: 'getFile',
    tag: 'Account',
    summary: 'Get a stored image',
    description:
      'Identity documents and proofs of payment for their owner and for staff (every staff view is logged), pictures of traders for anyone signed in.',
    open: false,
    parameters: [
      {
        name: 'id',
        in: 'path',
        required: true,
        description: 'The file.',
        schema: { type: 'string', format: 'uuid' },
        example: '0199f2c4-7a1e-7c3b-9d52-6f0e8b1a2c34',
      },
    ],
    success: ok(200, 'The image.', ['Content-Disposition'], {
      ...bytes('image/webp'),
      ...bytes('image/png'),
      ...bytes('image/jpeg'),
    }),
    refusals: [401, 403, 404, 500, 503],
  },
  'get /api/v1/me/archives/{id}/file': {
    id: 'getArchiveFile',
    tag: 'Account',
    summary: 'Download an archive',
    description:
      'The zip of an archive that is `ready`, for the client whose it is. Needs a password or code of the last 5 minutes (`POST /auth/step-up`); each download is in the audit log.',
    open: false,
    parameters: [
      {
        name: 'id',
        in: 'path',
        required: true,
        description: 'The archive.',
        schema: { type: 'string', format: 'uuid' },
        example: '0199f2c4-7a1e-7c3b-9d52-6f0e8b1a2c34',
      },
    ],
    success: ok(200, 'The archive.', ['Content-Disposition'], {
      'application/zip': { schema: { type: 'string', contentMediaType: 'application/zip' }, example: 'PK…' },
    }),
    refusals: [401, 403, 404, 500, 503],
  },
  'get /api/v1/favicon': {
    id: 'getFavicon',
    tag: 'Site',
    summary: 'Get the site’s icon',
    description: '404 where the site has none of its own.',
    open: true,
    success: ok(200, 'The icon.', [], { ...bytes('image/webp'), ...bytes('image/png'), ...bytes('image/jpeg') }),
    refusals: [404, 500, 503],
  },
  'get /api/v1/stream': {
    id: 'openStream',
    tag: 'Market',
    summary: 'Open the WebSocket',
    description:
      'Live quotes, and word of what changed. Messages, channels and limits are described at /api/asyncapi.json. A browser of another site is refused; a program sends no Origin header.',
    open: false,
    success: ok(101, 'The connection is a WebSocket from here on.', []),
    refusals: [401, 403, 404, 429, 503],
  },
  'post /api/v1/csp-report': {
    id: 'reportPolicyViolation',
    tag: 'Operations',
    summary: 'Report a violation of the content security policy',
    description: 'Sent by browsers. Reports are logged and counted.',
    open: true,
    body: {
      required: true,
      content: {
        'application/csp-report': { schema: { type: 'object' }, example: { 'csp-report': {} } },
        'application/reports+json': { schema: { type: 'array', items: { type: 'object' } }, example: [{}] },
        'application/json': { schema: {}, example: {} },
      },
    },
    success: ok(204, 'Noted.', []),
    refusals: [400, 413, 415, 429, 500],
  },
  'post /unsubscribe': {
    id: 'unsubscribeOneClick',
    tag: 'Account',
    summary: 'Turn a kind of email off from a mail program',
    description:
      'The address in the List-Unsubscribe header of an email that can be turned off (RFC 8058). A program sends the one field of the form; a person who opens it sees a page with a button.',
    open: true,
    parameters: [
      {
        name: 'token',
        in: 'query',
        required: true,
        description: 'From the header.',
        schema: TEXT,
        example: 'price_alerts.AZn0xx4XfF-5Z6Hc7dvyQA.q3vJ0n5uWmYkT8r2LxZc7bQeHs1aDfGiq3vJ0n5uWmY',
      },
    ],
    body: {
      required: true,
      content: {
        'application/x-www-form-urlencoded': {
          schema: { type: 'object', properties: { 'List-Unsubscribe': TEXT } },
          example: { 'List-Unsubscribe': 'One-Click' },
        },
        'multipart/form-data': {
          schema: { type: 'object', properties: { 'List-Unsubscribe': TEXT } },
          example: { 'List-Unsubscribe': 'One-Click' },
        },
      },
    },
    success: ok(204, 'That kind of email is off.', []),
    refusals: [413, 415, 429, 500, 503],
  },
  'get /api/openapi.json': {
    id: 'getOpenapi',
    tag: 'Operations',
    summary: 'Get this description',
    description: 'OpenAPI 3.1. It only changes with the server’s version.',
    open: true,
    success: {
      ...ok(200, 'The description.', ['ETag', 'Vary', 'Content-Encoding'], json('OpenAPI 3.1', { openapi: '3.1.0' })),
      ...ok(304, 'If-None-Match names the present version.', ['ETag', 'Vary']),
    },
    refusals: [400, 429, 500],
  },
  'get /api/asyncapi.json': {
    id: 'getAsyncapi',
    tag: 'Operations',
    summary: 'Get the WebSocket’s description',
    description: 'AsyncAPI 3.1.',
    open: true,
    success: {
      ...ok(200, 'The description.', ['ETag', 'Vary', 'Content-Encoding'], json('AsyncAPI 3.1', { asyncapi: '3.1.0' })),
      ...ok(304, 'If-None-Match names the present version.', ['ETag', 'Vary']),
    },
    refusals: [400, 429, 500],
  },
  'get /healthz': {
    id: 'getHealth',
    tag: 'Operations',
    summary: 'See whether the process is up',
    description: 'Says nothing about what it depends on.',
    open: true,
    success: ok(200, 'It is up.', [], json('`status` is "ok".', { status: 'ok' })),
    refusals: [400, 500],
  },
  'get /readyz': {
    id: 'getReadiness',
    tag: 'Operations',
    summary: 'See whether the process can serve requests',
    description: 'One line per check.',
    open: true,
    success: {
      ...ok(200, 'It can.', [], json('The checks by name.', { status: 'ready', checks: { database: 'ok' } })),
      ...ok(
        503,
        'It cannot, and why.',
        [],
        json('The checks by name.', { status: 'not ready', checks: { database: 'failed' } }),
      ),
    },
    refusals: [400, 500],
  },
  'get /metrics': {
    id: 'getMetrics',
    tag: 'Operations',
    summary: 'Get counters for Prometheus',
    description: 'From the same machine, or with the operator’s token; 404 for anyone else.',
    open: true,
    success: ok(200, 'The counters.', [], { 'text/plain': { schema: TEXT, example: '# HELP …' } }),
    refusals: [400, 404, 500],
  },
};

export function elsewhere(): Record<string, Json> {
  const paths: Record<string, Json> = {};
  for (const [key, { id, open, body, ...words }] of Object.entries(ELSEWHERE)) {
    const [method = '', path = ''] = key.split(' ');
    paths[path] = {
      [method]: {
        operationId: id,
        summary: words.summary,
        description: words.description,
        tags: [words.tag],
        security: open ? [] : [{ session: [] }],
        ...(words.parameters && { parameters: words.parameters }),
        ...(body && { requestBody: body }),
        responses: { ...refusals(words.refusals), ...words.success },
      },
    };
  }
  return paths;
}
