import { schemaResolver, type UseFormReturnType } from '@mantine/form';
import type { ApiProblem } from './problem.ts';

/**
 * Turns a schema of the contracts into Mantine's validation, so that the browser repeats the server's rules and adds none.
 * Use as `useForm({ mode: 'controlled', initialValues, validate: rulesOf(signInBody) })`.
 */
export function rulesOf(schema: Parameters<typeof schemaResolver>[0]) {
  return schemaResolver(schema, { sync: true });
}

/**
 * Puts the server's complaints beside the inputs they belong to. Typed text stays as it is.
 * Returns true when every complaint found its input, so that nothing else needs to be shown.
 */
export function showFieldProblems<T extends Record<string, unknown>>(form: Pick<UseFormReturnType<T>, 'setErrors' | 'getValues'>, problem: ApiProblem): boolean {
  const known = problem.fields.filter((field) => field.name in form.getValues());
  if (known.length > 0) form.setErrors(Object.fromEntries(known.map((field) => [field.name, field.message])));
  return known.length > 0 && known.length === problem.fields.length;
}

/** Moves the keyboard to the first input with an error, so that nobody has to look for it. */
export function focusFirstError(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
