import type { Instrument } from '@clearbook/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queries } from './queries.ts';

/** All instruments by symbol; undefined until they are here, and on public pages, which do not ask for them. */
export function useInstruments({ enabled = true }: { enabled?: boolean } = {}) {
  const query = useQuery({ ...queries.instruments(), enabled });
  const bySymbol = useMemo(
    () => new Map(query.data?.data.map((instrument): [string, Instrument] => [instrument.symbol, instrument])),
    [query.data],
  );
  return { ...query, list: query.data?.data, bySymbol };
}
