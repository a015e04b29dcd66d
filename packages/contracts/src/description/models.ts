import * as z from 'zod/mini';
import * as access from '../access.ts';
import * as account from '../account.ts';
import * as admin from '../admin.ts';
import * as apiTokens from '../api-tokens.ts';
import * as alerts from '../alerts.ts';
import * as chart from '../chart.ts';
import * as common from '../common.ts';
import * as documents from '../documents.ts';
import * as copying from '../copying.ts';
import * as funding from '../funding.ts';
import * as holds from '../holds.ts';
import * as identity from '../identity.ts';
import * as integrity from '../integrity.ts';
import * as journal from '../journal.ts';
import * as liabilities from '../liabilities.ts';
import * as loans from '../loans.ts';
import * as mail from '../mail.ts';
import * as market from '../market.ts';
import * as money from '../money.ts';
import * as notifications from '../notifications.ts';
import * as overview from '../overview.ts';
import * as performance from '../performance.ts';
import * as plans from '../plans.ts';
import * as proposals from '../proposals.ts';
import * as fraud from '../fraud.ts';
import * as queues from '../queues.ts';
import * as knowledge from '../knowledge.ts';
import * as protection from '../protection.ts';
import * as push from '../push.ts';
import * as reconciliation from '../reconciliation.ts';
import * as relations from '../relations.ts';
import * as search from '../search.ts';
import * as signals from '../signals.ts';
import * as statement from '../statement.ts';
import * as configuration from '../configuration.ts';
import * as switches from '../switches.ts';
import * as timeline from '../timeline.ts';
import * as trading from '../trading.ts';
import * as transparency from '../transparency.ts';
import * as views from '../views.ts';
import { routes } from '../routes/index.ts';

/** Every file of schemas. The rows of exported files are not among them: they are columns of text. */
const MODULES = {
  access,
  account,
  admin,
  alerts,
  apiTokens,
  chart,
  common,
  copying,
  documents,
  funding,
  holds,
  identity,
  integrity,
  journal,
  liabilities,
  loans,
  mail,
  market,
  money,
  notifications,
  performance,
  plans,
  proposals,
  overview,
  switches,
  configuration,
  queues,
  reconciliation,
  fraud,
  knowledge,
  protection,
  push,
  relations,
  search,
  signals,
  statement,
  timeline,
  trading,
  transparency,
  views,
} as const;

/** Queries and addresses become parameters; an exported file's rows are columns of text, and nothing at all is nothing to name. */
const UNNAMED = /(?:Query|Params|Filters|Row)$|^noContent$/;

/**
 * The named models of the description: each exported object, union of objects and list of words, under its export's name. A schema
 * that is exported is a model; nobody keeps a second list.
 */
export const models = z.registry<{ id: string }>();

for (const exported of Object.values(MODULES)) {
  for (const [name, value] of Object.entries(exported)) {
    if (UNNAMED.test(name) || !isSchema(value)) continue;
    const schema = bare(value);
    if (['object', 'union', 'enum'].includes(schema._zod.def.type) && !models.has(schema))
      models.add(schema, { id: name.charAt(0).toUpperCase() + name.slice(1) });
  }
}

// A page of a model, where it has no name of its own: TradeList, DepositList.
for (const { reply } of Object.values(routes)) {
  const { shape } = reply._zod.def as { shape?: Record<string, z.core.$ZodType> };
  if (models.has(reply) || Object.keys(shape ?? {}).join() !== 'data,next_cursor') continue;
  const data = shape?.['data']?._zod.def as { element: z.core.$ZodType } | undefined;
  const name = data && models.get(data.element)?.id;
  if (name !== undefined) models.add(reply, { id: `${name}List` });
}

function isSchema(value: unknown): value is z.core.$ZodType {
  return typeof value === 'object' && value !== null && '_zod' in value;
}

/** A body that may be left out is the same model as one that may not. */
function bare(schema: z.core.$ZodType): z.core.$ZodType {
  const { type, innerType } = schema._zod.def as { type: string; innerType?: z.core.$ZodType };
  return innerType !== undefined && (type === 'optional' || type === 'nullable') ? bare(innerType) : schema;
}

type Modules = typeof MODULES;
/** Names of an object's fields, of each of a union; texts, lists and records by any name have none. */
type KeysOf<T> = T extends readonly unknown[]
  ? never
  : T extends object
    ? string extends keyof T
      ? never
      : keyof T
    : never;
type FieldsOf<S> = S extends z.core.$ZodType ? KeysOf<z.core.output<S>> : never;
type FieldsIn<M> = {
  [K in keyof M]: K extends `${string}${'Query' | 'Params' | 'Filters' | 'Row'}` ? never : FieldsOf<M[K]>;
}[keyof M];
/** Every field of every model: what a model is given has words, or it does not compile. */
export type FieldName = { [K in keyof Modules]: FieldsIn<Modules[K]> }[keyof Modules];
