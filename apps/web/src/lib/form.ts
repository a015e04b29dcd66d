import type { RequestBody, RouteKey, Topic } from '@clearbook/contracts';
import { any, type core, parse, safeParse } from 'zod/mini';
import type { FieldErrors } from './form-errors.ts';
import type { ApiProblem, FieldProblem } from './problem.ts';
import type { SubmitRequest } from './use-submit.ts';

export type { FieldErrors } from './form-errors.ts';

/**
 * The half of a form that needs no screen; it stands in a `*.form.ts` file beside the screen and is tested there. `Of` is what the form is
 * about: a trade, a client, the terms. Values are named like the request's fields, so that what is said of a field finds it.
 */
export type FormRules<V, Of> = {
  /** The route's own, so that the browser repeats the server's rules and adds none. */
  schema: core.$ZodType;
  initial: (of: Of) => V;
  /** What the schema reads, from what is typed. */
  body: (values: V, of: Of) => unknown;
  /** What the schema can't know: a second password, an amount that is more than there is. Wins over what the schema says of the same field. */
  check?: (values: V, of: Of) => FieldErrors;
};

export type FormDeclaration<K extends RouteKey, V, Of, Preview = undefined> = FormRules<V, Of> & {
  route: K;
  schema: core.$ZodType<RequestBody<K>>;
  /** What the one name in the route's path stands for. */
  id?: (of: Of) => string;
  /** What it would mean, while it is typed. */
  preview?: (values: V, of: Of) => Preview;
  /** Where a refusal belongs that names no field of this form, or names it otherwise. */
  complaints?: (problem: ApiProblem) => readonly FieldProblem[];
  /** What is read again once the answer is known. */
  topics: readonly Topic[];
  /** Goes instead of the body, each under its name. */
  files?: (values: V) => Readonly<Record<string, Blob | null>>;
  /** What is said of a failure that is no refusal; the reason follows it. */
  failed?: string | ((reason: string) => string);
};

/** A form that sends something. Here for its types: a wrong body or an unknown route is found where the form is declared. */
export function formOf<K extends RouteKey, V extends object, Of = void, Preview = undefined>(
  declaration: FormDeclaration<K, V, Of, Preview>,
): FormDeclaration<K, V, Of, Preview> {
  return declaration;
}

/** A form that sends files and nothing else; the server alone reads what is in them. */
export function uploadOf<K extends RouteKey, V extends object, Of = void>(
  declaration: Omit<FormDeclaration<K, V, Of>, 'schema' | 'body'> & Required<Pick<FormDeclaration<K, V, Of>, 'files'>>,
): FormDeclaration<K, V, Of> {
  return { ...declaration, schema: any(), body: () => undefined };
}

/** The first complaint of a schema about each field, by the field's name. Empty when there is none. */
export function firstErrors(schema: core.$ZodType, value: unknown): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of safeParse(schema, value).error?.issues ?? []) errors[issue.path.join('.')] ??= issue.message;
  return errors;
}

/** What is wrong with what is typed, by the field's name. */
export function errorsOf<V, Of>(rules: FormRules<V, Of>, values: V, of: Of): FieldErrors {
  return { ...firstErrors(rules.schema, rules.body(values, of)), ...rules.check?.(values, of) };
}

/** What is sent. Call it where `errorsOf` found nothing. */
export function requestOf<K extends RouteKey, V, Of, P>(
  declaration: FormDeclaration<K, V, Of, P>,
  values: V,
  of: Of,
): SubmitRequest<K> {
  const params = declaration.id === undefined ? {} : { params: { id: declaration.id(of) } };
  if (declaration.files === undefined)
    return { ...params, body: parse(declaration.schema, declaration.body(values, of)) };
  const form = new FormData();
  for (const [name, file] of Object.entries(declaration.files(values))) if (file !== null) form.set(name, file);
  return { ...params, form };
}

/** The server's complaints about inputs of this form, by the field's name, and whether all that was said of fields found its own. */
export function placed(
  form: { complaints?: (problem: ApiProblem) => readonly FieldProblem[] },
  problem: ApiProblem,
  values: object,
): { errors: FieldErrors; all: boolean } {
  const said = form.complaints?.(problem) ?? problem.fields;
  // `targets.1.price` is said in the second row of the field `targets`.
  const known = said.filter(({ name }) => name.replace(/\..*/, '') in values);
  return {
    errors: Object.fromEntries(known.map(({ name, message }) => [name, message])),
    all: known.length > 0 && known.length === said.length,
  };
}
