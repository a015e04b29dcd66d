import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';

type Followed<V extends object> = Pick<
  UseFormReturnType<V>,
  'getInitialValues' | 'getValues' | 'setInitialValues' | 'setValues'
>;

/** A field that nobody types: which version of others they are. */
type Version<V> = { readonly name: keyof V; readonly of: readonly (keyof V)[] };

/**
 * Fields of a form that stands on the page follow what is saved, whoever saves it; what somebody has typed over stays, and so does the version that they
 * saw as they typed.
 */
export function useFollowing<V extends object>(form: Followed<V>, saved: Partial<V>, version?: Version<V>): void {
  const now = JSON.stringify(saved);
  const [seen, setSeen] = useState(now);
  if (seen === now) return;
  setSeen(now);
  const [initial, typed] = [form.getInitialValues(), form.getValues()];
  const names = Object.keys(saved) as (keyof V)[];
  const isTouched = (name: keyof V): boolean => typed[name] !== initial[name];
  const kept = version?.of.some(isTouched) ? version.name : undefined;
  const untouched = names.filter((name) => !isTouched(name) && name !== kept);
  form.setInitialValues({ ...initial, ...saved });
  form.setValues({ ...typed, ...(Object.fromEntries(untouched.map((name) => [name, saved[name]])) as Partial<V>) });
}
