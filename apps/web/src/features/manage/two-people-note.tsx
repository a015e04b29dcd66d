import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { queries } from '../../lib/queries.ts';

/** Said before something is sent that another person will have to decide. */
export function TwoPeopleNote({ children }: { children: ReactNode }) {
  return (
    <Alert
      p="sm"
      color="ink"
      icon={<Users size={18} aria-hidden />}
      role="note"
      styles={{ message: { color: 'var(--mantine-color-text)' } }}
    >
      {children}
    </Alert>
  );
}

/** The same, where the mode alone makes it so. */
export function LiveNote({ children }: { children: ReactNode }) {
  const mode = useQuery(queries.me()).data?.mode;
  return mode === 'live' ? <TwoPeopleNote>{children}</TwoPeopleNote> : null;
}
