import { schemaResolver } from '@mantine/form';

export { focusFirstError, showFieldProblems } from './form-errors.ts';

/**
 * Turns a schema of the contracts into Mantine's validation, so that the browser repeats the server's rules and adds none.
 * Use as `useForm({ mode: 'controlled', initialValues, validate: rulesOf(signInBody) })`.
 */
export function rulesOf(schema: Parameters<typeof schemaResolver>[0]) {
  return schemaResolver(schema, { sync: true });
}
