import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';

/** The sentence that says why a form was refused, above its button, read aloud when it appears. */
export function FormErrorSummary({ children }: { children: ReactNode }) {
  if (children === null || children === undefined || children === false || children === '') return null;
  return (
    <Alert
      role="alert"
      color="loss"
      variant="light"
      styles={{ message: { color: 'var(--danger)', fontWeight: 500 } }}
      p="xs"
    >
      {children}
    </Alert>
  );
}
