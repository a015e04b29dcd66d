import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';

type Followed<V extends object> = Pick<
  UseFormReturnType<V>,
  'getInitialValues' | 'getValues' | 'setInitialValues' | 'setValues'
>;

/** Fields of a form that stands on the page follow what is saved, whoever saves it; what somebody has typed over stays. */
export function useFollowing<V extends object>(form: Followed<V>, saved: Partial<V>): void {
  const now = JSON.stringify(saved);
  const [seen, setSeen] = useState(now);
  if (seen === now) return;
  setSeen(now);
  const [initial, typed] = [form.getInitialValues(), form.getValues()];
  const names = Object.keys(saved) as (keyof V)[];
  const untouched = names.filter((name) => typed[name] === initial[name]);
  form.setInitialValues({ ...initial, ...saved });
  form.setValues({ ...typed, ...(Object.fromEntries(untouched.map((name) => [name, saved[name]])) as Partial<V>) });
}
