import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { describeApi, type Json } from '../../src/platform/http/openapi/index.ts';

/** One answer as it leaves the server. `route` is the pattern that it was found under (/api/v1/trades/:id), if any. */
export type Answered = {
  method: string;
  route: string | undefined;
  status: number;
  headers: Readonly<Record<string, string | number | string[] | undefined>>;
  /** What was sent, uncompressed; undefined where it is not at hand as a whole. */
  text: string | undefined;
};

/** Made by HTTP itself, whatever is answered. */
const TRANSPORT = new Set(['content-type', 'content-length', 'date', 'connection', 'keep-alive', 'transfer-encoding']);
const DOCUMENT = 'urn:clearbook:api';

type Response = { headers?: Json; content?: Record<string, { schema?: Json }> };

/** Compares answers with the published description, by a validator that knows nothing of the schemas it was made from. */
export class AnswerCheck {
  readonly #api = describeApi('demo') as unknown as {
    paths: Record<string, Record<string, { responses: Record<string, Json> }>>;
    components: { responses: Record<string, Json>; schemas: Json };
    'x-on-every-answer': string[];
    'x-problem-codes': Record<string, number[]>;
  };
  readonly #ajv = new Ajv2020({ strict: false });
  readonly #compiled = new Map<Json, ValidateFunction>();

  constructor() {
    formats.default(this.#ajv);
    this.#ajv.addSchema({ $id: DOCUMENT, components: { schemas: this.#api.components.schemas } });
  }

  /** What the description does not say of this answer, each in a sentence; nothing where they agree. */
  findings(answer: Answered): string[] {
    const path = answer.route?.replaceAll(/:(\w+)/g, '{$1}') ?? '';
    const operation = this.#api.paths[path]?.[answer.method === 'HEAD' ? 'get' : answer.method.toLowerCase()];
    const type = String(answer.headers['content-type'] ?? '').split(';')[0] ?? '';
    // What nothing is said of: pages, their files, and addresses that do not exist. Only refusals have a shape there.
    if (operation === undefined && type !== 'application/problem+json') return [];
    const responses = operation?.responses ?? { default: this.#api.components.responses['Refused'] ?? {} };
    const found = responses[String(answer.status)] ?? (answer.status >= 400 ? responses['default'] : undefined);
    if (found === undefined) return [`the status ${answer.status} is not described`];
    const response = this.#resolved(found) as Response;
    return [...this.#headers(response, answer), ...this.#content(response, type, answer)];
  }

  #headers(response: Response, { status, headers }: Answered): string[] {
    const described = new Set(
      [...Object.keys(response.headers ?? {}), ...this.#api['x-on-every-answer']].map((name) => name.toLowerCase()),
    );
    const unknown = Object.keys(headers).filter(
      (name) => !described.has(name) && !TRANSPORT.has(name) && name !== 'strict-transport-security',
    );
    const missing = this.#api['x-on-every-answer'].filter((name) => headers[name.toLowerCase()] === undefined);
    return [
      ...unknown.map((name) => `the header ${name} is not described for ${status}`),
      ...missing.map((name) => `the header ${name} is missing`),
      ...(status === 429 && headers['retry-after'] === undefined ? ['429 without Retry-After'] : []),
    ];
  }

  #content(response: Response, type: string, { method, status, text }: Answered): string[] {
    const kinds = Object.keys(response.content ?? {});
    if (kinds.length === 0) return text ? [`a body comes with ${status}, and none is described`] : [];
    if (!kinds.includes(type)) return [`the content type "${type}" is not one of ${kinds.join(', ')}`];
    if (method === 'HEAD' || text === undefined || !/json/.test(type)) return [];
    const schema = response.content?.[type]?.schema ?? {};
    const value = JSON.parse(text) as { code?: string };
    const valid = this.#validator(schema);
    if (!valid(value)) return [`the body does not match: ${this.#ajv.errorsText(valid.errors)}`];
    if (type !== 'application/problem+json') return [];
    const statuses = this.#api['x-problem-codes'][value.code ?? ''] ?? [];
    return statuses.includes(status)
      ? []
      : [`the code ${value.code} is described with ${statuses.join(', ')}, not ${status}`];
  }

  #resolved(response: Json): Json {
    const { $ref } = response;
    if (typeof $ref !== 'string') return response;
    return this.#api.components.responses[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {};
  }

  #validator(schema: Json): ValidateFunction {
    let made = this.#compiled.get(schema);
    if (made === undefined) {
      made = this.#ajv.compile(
        JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', `"${DOCUMENT}#/components/`)),
      );
      this.#compiled.set(schema, made);
    }
    return made;
  }
}
