import { messages } from '@clearbook/contracts/messages';
import { addPackageBody } from '@clearbook/contracts/plans';
import { type FieldErrors, formOf } from '../../lib/form.ts';

type Values = { name: string; price: string; markup: string; leverage: string; features: string[]; feature: string };

/** Another package on offer. What stands in the input for a feature is meant as one too. */
export const packageForm = formOf({
  route: 'POST /admin/packages',
  schema: addPackageBody,
  initial: (): Values => ({ name: '', price: '', markup: '', leverage: '', features: [], feature: '' }),
  body: ({ feature, features, ...rest }) => ({ ...rest, features: withTyped(features, feature) }),
  topics: ['plans'],
});

/** The list with what is being typed at its end. */
export function withTyped(features: string[], typed: string): string[] {
  return typed.trim() === '' ? features : [...features, typed.trim()];
}

/** What is missing is said once for all of them, above the button; each field with a fault of its own says it itself. */
export function saidOf(errors: FieldErrors, field: string): string | true | undefined {
  const own = errors[field] ?? Object.entries(errors).find(([name]) => name.startsWith(`${field}.`))?.[1];
  return own === messages.plans.incomplete ? true : own;
}
