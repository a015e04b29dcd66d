import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { firstQueries as queries } from '../lib/first-queries.ts';

/** Shows `children` in demo mode and nothing in live mode. */
export function DemoOnly({ children }: { children: ReactNode }) {
  const settings = useQuery(queries.publicSettings());
  return settings.data?.mode === 'demo' ? children : null;
}
