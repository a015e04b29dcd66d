import { PROBLEMS, routeWords, statusesOf, TAGS, type ProblemCode } from '@clearbook/contracts/description';
import { TOKEN_PERMISSIONS } from '@clearbook/contracts/permissions';
import { routes, type Route } from '@clearbook/contracts/routes';
import { exampleOf } from './examples.ts';
import { elsewhere } from './elsewhere.ts';
import { HEADERS, ON_EVERY_ANSWER } from './headers.ts';
import { type AnyWords, parametersOf } from './parameters.ts';
import { responsesOf, sharedResponses } from './responses.ts';
import { asksAgain } from '../step-up.ts';
import { type Json, Schemas } from './schemas.ts';

export type { Json } from './schemas.ts';

const PREFIX = '/api/v1';

const POLICY_WORDS: Record<Exclude<Route['policy'], 'admin'>, string> = {
  public: 'Anyone can call it.',
  client: 'Anyone signed in can call it.',
  owner: 'Anyone signed in can call it for what is theirs; anything else answers 404.',
};

function whoCalls(key: string, route: Route): string {
  return route.policy === 'admin'
    ? `Only staff with the permission \`${route.can}\` can call it${asksAgain(key, route) ? ', within five minutes of `POST /auth/step-up`' : ''}.`
    : POLICY_WORDS[route.policy];
}

/** The description of the api (OpenAPI 3.1), made from the same table that the server registers. */
export function describeApi(mode: 'demo' | 'live'): Json {
  const schemas = new Schemas();
  const paths: Record<string, Json> = {};
  for (const [key, route] of Object.entries(routes) as [keyof typeof routes, Route][]) {
    if (route.demoOnly && mode === 'live') continue;
    const [method, path] = key.split(' ') as [string, string];
    const address = PREFIX + path.replaceAll(/:(\w+)/g, '{$1}');
    paths[address] = {
      ...paths[address],
      [method.toLowerCase()]: operation(key, route, routeWords[key] as AnyWords, schemas),
    };
  }
  Object.assign(paths, elsewhere());
  return {
    openapi: '3.1.0',
    info: {
      title: 'Clearbook',
      version: '1',
      description: introduction(),
      contact: { name: 'Whoever runs this installation: the address is at the foot of every page' },
      license: { name: 'Apache 2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [{ url: '/', description: 'This installation' }],
    security: [{ session: [] }],
    tags: Object.entries(TAGS)
      .map(([name, description]) => ({ name, description }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'clearbook',
          description: 'Set by `POST /auth/sign-in`. Named `__Host-clearbook` where the site is https.',
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API token of `POST /admin/api-tokens`: it reads the Manage area and does nothing else.',
        },
      },
      headers: headersOf(paths),
      responses: sharedResponses(),
      schemas: named(schemas),
    },
    'x-on-every-answer': [...ON_EVERY_ANSWER],
    'x-problem-codes': Object.fromEntries(
      (Object.keys(PROBLEMS) as ProblemCode[]).map((code) => [code, [...statusesOf(code)]]),
    ),
  };
}

/** Those that some answer carries. */
function headersOf(paths: Record<string, Json>): Json {
  const used = JSON.stringify([paths, sharedResponses()]);
  return Object.fromEntries(
    Object.entries(HEADERS).filter(([name]) => used.includes(`"#/components/headers/${name}"`)),
  );
}

/** In the order of the alphabet. A problem's code is one of the table's. */
function named(schemas: Schemas): Json {
  const problem = schemas.named['Problem'] as { properties: Record<string, Json> };
  problem.properties['code'] = { ...problem.properties['code'], enum: Object.keys(PROBLEMS).toSorted() };
  return Object.fromEntries(Object.entries(schemas.named).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** What holds for every call, and the table of errors. */
export function introduction(): string {
  return [
    'Money is a decimal string with a currency. Times are RFC 3339 in UTC. Ids are opaque and sortable.',
    'Sign in with `POST /auth/sign-in` and keep its cookie. Programs send no Origin header.',
    'Programs of the operator read the Manage area with `Authorization: Bearer` and a token of `POST /admin/api-tokens`.',
    'Calls that move money take an Idempotency-Key: the same key and body give the same answer and do nothing twice; the same key with another body is refused with `key.reused`.',
    'Lists take `limit` and `cursor` and answer `next_cursor`; tables for staff take `page` and `page_size`.',
    'RateLimit headers say what is left of each limit. Live changes come over the WebSocket, described at /api/asyncapi.json.',
    '## Errors',
    'Every refusal is `application/problem+json`. Programs decide on `code`; `detail` and `fields` are sentences for people.',
    errorTable(),
  ].join('\n\n');
}

export function errorTable(): string {
  const rows = (Object.keys(PROBLEMS) as ProblemCode[]).map(
    (code) => `| \`${code}\` | ${statusesOf(code).join(', ')} | ${PROBLEMS[code].meaning} |`,
  );
  return ['| code | status | meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

/** A session, or on what a token may read (A161) either. */
function securityOf(key: string, route: Route): Json[] {
  if (route.policy === 'public') return [];
  const read = route.policy === 'admin' && key.startsWith('GET ') && TOKEN_PERMISSIONS.some((can) => can === route.can);
  return read ? [{ session: [] }, { token: [] }] : [{ session: [] }];
}

function operation(key: string, route: Route, words: AnyWords, schemas: Schemas): Json {
  const parameters = parametersOf(key, route, schemas);
  return {
    operationId: words.id,
    summary: words.summary,
    description: [words.description, whoCalls(key, route), route.demoOnly ? 'Demo mode only.' : '']
      .filter((sentence) => sentence !== '')
      .join(' '),
    tags: [words.tag],
    security: securityOf(key, route),
    ...(parameters.length > 0 && { parameters }),
    ...bodyOf(route, words, schemas),
    responses: responsesOf(route, words, schemas),
  };
}

function bodyOf(route: Route, words: AnyWords, schemas: Schemas): Json {
  if (route.files) return { requestBody: filesBody(route.files, route.filesMayMiss === true) };
  if (!route.body) return {};
  const schema = schemas.of(route.body, 'input');
  const example = (words.example ?? exampleOf(schema, schemas) ?? {}) as Json;
  return {
    requestBody: {
      // Zod says itself whether nothing at all is a body that it takes.
      required: route.body._zod.optin === undefined,
      content: { 'application/json': { schema, example } },
    },
  };
}

function filesBody(names: readonly string[], someMayMiss: boolean): Json {
  const properties = Object.fromEntries(
    names.map((name) => [
      name,
      { type: 'string', contentMediaType: 'application/octet-stream', description: 'A JPEG, PNG or WebP image.' },
    ]),
  );
  return {
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties,
          ...(!someMayMiss && { required: [...names] }),
          additionalProperties: false,
        },
      },
    },
  };
}
