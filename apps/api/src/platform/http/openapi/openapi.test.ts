import { readFileSync } from 'node:fs';
import { PROBLEMS, statusesOf } from '@clearbook/contracts/description';
import { routes, type Route } from '@clearbook/contracts/routes';
import { REFUSALS } from '@clearbook/domain/ledger';
import { describe, expect, it } from 'vitest';
import { safeParse } from 'zod/v4/core';
import { describeApi, errorTable, type Json } from './index.ts';
import { referencePage } from './reference.ts';
import type { Value } from './schemas.ts';

const api = describeApi('demo');
const operations = Object.entries(api['paths'] as Record<string, Record<string, Json>>).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ key: `${method.toUpperCase()} ${path}`, operation })),
);

describe('the description of the api', () => {
  it('[X1] gives every operation an id of its own, a tag, a summary in words, a description and an example', () => {
    expect(operations.length).toBeGreaterThan(Object.keys(routes).length);
    const ids = operations.map(({ operation }) => operation['operationId'] as string);
    expect(ids.filter((id) => !/^[a-z][A-Za-z]+$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { key, operation } of operations) {
      expect(operation['summary'], key).toMatch(/^[A-Z][^/]+[a-zA-Z”0-9)]$/);
      expect((operation['description'] as string).length, key).toBeGreaterThan(10);
      expect(operation['tags'], key).toHaveLength(1);
      for (const media of mediaOf(operation)) expect(media, key).toHaveProperty('example');
    }
  });

  it('[X1] describes every parameter, and every field of every model', () => {
    const bare: string[] = [];
    for (const { key, operation } of operations)
      for (const parameter of (operation['parameters'] ?? []) as Json[])
        if (!parameter['description']) bare.push(`${key} ${parameter['name'] as string}`);
    const models = (api['components'] as Json)['schemas'] as Record<string, Json>;
    for (const [name, model] of Object.entries(models)) bare.push(...undescribed(model, name));
    expect(bare).toEqual([]);
  });

  it('[X1] shows examples that the routes’ own schemas take', () => {
    for (const [key, route] of Object.entries(routes) as [string, Route][]) {
      const [method = '', path = ''] = key.split(' ');
      const address = `/api/v1${path.replaceAll(/:(\w+)/g, '{$1}')}`;
      const operation = (api['paths'] as Record<string, Record<string, Json>>)[address]?.[method.toLowerCase()] ?? {};
      const json = (part: Json | undefined) => ((part?.['content'] as Json)?.['application/json'] as Json)?.['example'];
      if (route.status !== 204 && route.csv === undefined && route.file === undefined) {
        const answer = (operation['responses'] as Record<string, Json>)[String(route.status)];
        expect(safeParse(route.reply, json(answer)).error?.issues, `${key} answers`).toBeUndefined();
      }
      if (route.body)
        expect(
          safeParse(route.body, json(operation['requestBody'] as Json)).error?.issues,
          `${key} takes`,
        ).toBeUndefined();
    }
  });

  it('[X1] gives each parameter an example of its own type', () => {
    const wrong = operations.flatMap(({ key, operation }) =>
      ((operation['parameters'] ?? []) as { name: string; schema: Json; example?: unknown }[])
        .filter(
          ({ schema, example }) => schema['type'] === 'string' && example !== undefined && typeof example !== 'string',
        )
        .map(({ name }) => `${key} ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it('[X2] names its models, and repeats none of them inline', () => {
    const models = Object.keys((api['components'] as Json)['schemas'] as Json);
    expect(models).toEqual(
      expect.arrayContaining(['Money', 'Order', 'Trade', 'Account', 'Deposit', 'Withdrawal', 'Instrument', 'Problem']),
    );
    const inline = operations.flatMap(({ key, operation }) => inlineObjects(operation).map(() => key));
    // What is left: pages with a total of their own, and the files of an upload.
    expect(inline.length, inline.join('\n')).toBeLessThan(15);
  });

  it('[X2] asks for a body only where there must be one', () => {
    const required = (key: string) => {
      const body = operations.find((each) => each.key === key)?.operation['requestBody'] as Json | undefined;
      return body?.['required'];
    };
    expect(required('POST /api/v1/orders')).toBe(true);
    expect(required('POST /api/v1/trades/{id}/close')).toBe(false);
    expect(required('POST /api/v1/auth/sign-out')).toBe(false);
  });

  it('[X8] pages every list by limit and cursor, and only tables of staff by page', () => {
    const named = (operation: Json) => ((operation['parameters'] ?? []) as Json[]).map((each) => each['name']);
    const byPage = operations.filter(({ operation }) => named(operation).includes('page'));
    expect(byPage.filter(({ key }) => !key.startsWith('GET /api/v1/admin/'))).toEqual([]);
    const cut = operations.filter(({ operation }) => named(operation).includes('limit'));
    for (const { key, operation } of cut) expect(named(operation), key).toContain('cursor');
  });

  it('[X3] has every code in one table, in the description and in docs/api.md, with the statuses it is answered with', () => {
    const table = errorTable();
    for (const code of Object.keys(PROBLEMS)) expect(table).toContain(`| \`${code}\` |`);
    for (const [code, status] of Object.entries(REFUSALS))
      expect(statusesOf(code as keyof typeof REFUSALS), code).toContain(status);
    expect((api['info'] as Json)['description']).toContain(table);
    const page = readFileSync(new URL('../../../../../../docs/api.md', import.meta.url), 'utf8');
    expect(page, 'npm run openapi -- --reference writes it anew').toBe(referencePage());
  });
});

/** Everything that has content: bodies and answers, shared refusals aside. */
function mediaOf(operation: Json): Json[] {
  const parts = [operation['requestBody'], ...Object.values(operation['responses'] as Json)] as (Json | undefined)[];
  return parts
    .flatMap((part) => Object.entries((part?.['content'] ?? {}) as Record<string, Json>))
    .filter(([type]) => type !== 'multipart/form-data' && !type.startsWith('image/'))
    .map(([, media]) => media);
}

function undescribed(schema: Json, place: string): string[] {
  const own = Object.entries((schema['properties'] ?? {}) as Record<string, Json>).flatMap(([name, field]) => [
    ...(field['description'] ? [] : [`${place}.${name}`]),
    ...undescribed(field, `${place}.${name}`),
  ]);
  const inner = [schema['items'], ...['anyOf', 'oneOf', 'prefixItems'].flatMap((part) => schema[part] ?? [])];
  return [...own, ...inner.flatMap((each) => (each ? undescribed(each as Json, place) : []))];
}

function inlineObjects(value: Value): Json[] {
  if (Array.isArray(value)) return value.flatMap(inlineObjects);
  if (typeof value !== 'object' || value === null) return [];
  const { example: _example, ...others } = value;
  const own = value['type'] === 'object' && value['properties'] !== undefined ? [value] : [];
  return [...own, ...Object.values(others).flatMap(inlineObjects)];
}
