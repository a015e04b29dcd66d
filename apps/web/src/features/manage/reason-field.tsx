import { manageWords as words } from '@clearbook/contracts/words/manage';
import { Textarea } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = {
  label?: string | undefined;
  value: string;
  error: ReactNode;
  onChange(value: string): void;
  hint?: string;
  /** In a form that stands on the page already, the focus stays where it is. */
  inPage?: boolean;
};

/** The reason of a decision, which its client reads, or of a change to the site, which the audit log keeps. */
export function ReasonField({ label = words.review.reason, value, error, onChange, hint, inPage = false }: Props) {
  return (
    <Textarea
      label={label}
      autosize
      minRows={3}
      {...(hint === undefined ? {} : { description: hint })}
      {...(inPage ? {} : { 'data-autofocus': true })}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
