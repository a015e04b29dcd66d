import { routes } from '@clearbook/contracts/routes';
import type { Route } from '@clearbook/contracts/routes';
import { problem } from '@clearbook/contracts/common';
import { toJSONSchema } from 'zod/v4/core';
import type { $ZodType } from 'zod/v4/core';
import { API_PREFIX } from './register.ts';

type Value = Json | Value[] | string | number | boolean | null | undefined;
type Json = { [name: string]: Value };

const POLICY_WORDS: Record<Route['policy'], string> = {
  public: 'Anyone.',
  client: 'Anyone signed in.',
  owner: 'Anyone signed in, for what is theirs; 404 for anything else.',
  admin: 'Staff.',
};

/** The description of the api (OpenAPI 3.1), made from the same table that the server registers. */
export function describeApi(mode: 'demo' | 'live'): Json {
  const paths: Record<string, Json> = {};
  for (const [key, route] of Object.entries(routes) as [string, Route][]) {
    if (route.demoOnly && mode === 'live') continue;
    const [method, path] = key.split(' ') as [string, string];
    const address = API_PREFIX + path.replaceAll(/:(\w+)/g, '{$1}');
    paths[address] = { ...paths[address], [method.toLowerCase()]: operation(key, route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Clearbook',
      version: '1',
      description: 'Money is a decimal string with a currency, time is RFC 3339 in UTC, ids are opaque and sortable.',
    },
    servers: [{ url: '/' }],
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'clearbook',
          description: 'Set by POST /auth/sign-in; __Host-clearbook where https.',
        },
      },
      schemas: { Problem: schemaOf(problem, 'output') },
    },
    paths,
  };
}

function operation(key: string, route: Route): Json {
  const [method = '', path = ''] = key.split(' ');
  const success: Json = { description: 'Done.' };
  if (route.csv !== undefined) success['content'] = { 'text/csv': { schema: { type: 'string' } } };
  else if (route.status !== 204)
    success['content'] = { 'application/json': { schema: schemaOf(route.reply, 'output') } };
  return {
    operationId: `${method.toLowerCase()}${path.replaceAll(/[/:.-]+(\w)/g, (_all, letter: string) => letter.toUpperCase())}`,
    summary: key,
    description: POLICY_WORDS[route.policy],
    tags: [path.split('/')[1] ?? ''],
    security: route.policy === 'public' ? [] : [{ session: [] }],
    parameters: [
      ...parametersOf(route.params, 'path'),
      ...parametersOf(route.query, 'query'),
      ...(route.key ? [{ ...KEY_HEADER, required: route.key === true }] : []),
    ],
    ...(route.files
      ? { requestBody: filesBody(route.files) }
      : route.body
        ? {
            requestBody: { required: true, content: { 'application/json': { schema: schemaOf(route.body, 'input') } } },
          }
        : {}),
    responses: {
      [route.status]: success,
      default: {
        description: 'Refused or failed.',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  };
}

const KEY_HEADER: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Your own name for this action. Sending it again with the same body gives the same answer and does nothing twice.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
};

function parametersOf(schema: $ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const described = schemaOf(schema, 'input') as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(described.properties ?? {}).map(([name, shape]) => ({
    name,
    in: place,
    required: place === 'path' || (described.required ?? []).includes(name),
    schema: shape,
  }));
}

function filesBody(names: readonly string[]): Json {
  const properties = Object.fromEntries(
    names.map((name) => [name, { type: 'string', contentMediaType: 'application/octet-stream' }]),
  );
  return {
    required: true,
    content: {
      'multipart/form-data': {
        schema: { type: 'object', properties, required: [...names], additionalProperties: false },
      },
    },
  };
}

function schemaOf(schema: $ZodType, io: 'input' | 'output'): Json {
  const {
    $schema: _dialect,
    '~standard': _standard,
    ...described
  } = toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any' }) as Json;
  return described;
}
