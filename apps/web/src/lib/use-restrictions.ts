import type { Instrument } from '@clearbook/contracts';
import type { PublicSettings } from '@clearbook/contracts/admin';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { firstQueries } from './first-queries.ts';

export type Restriction = PublicSettings['restricted'][number];

/** By symbol, what nothing can be opened of right now, and why. */
export function useRestrictions(): ReadonlyMap<string, Restriction> {
  const { data } = useQuery(firstQueries.publicSettings());
  return useMemo(() => new Map(data?.restricted.map((one) => [one.symbol, one])), [data]);
}

/** What is offered to somebody who looks for an asset. One that is no longer offered stays for whoever has it open on the page. */
export function useOffered(list: Instrument[] | undefined, shown?: string): Instrument[] | undefined {
  const restrictions = useRestrictions();
  return useMemo(
    () => list?.filter(({ symbol }) => symbol === shown || restrictions.get(symbol)?.why !== 'off'),
    [list, restrictions, shown],
  );
}
