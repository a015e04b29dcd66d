import { Alert } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';

/** The sentence that says why a form was refused, above its button, read aloud and brought into view when it appears. */
export function FormErrorSummary({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, [children]);
  if (children === null || children === undefined || children === false || children === '') return null;
  return (
    <Alert
      ref={place}
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
