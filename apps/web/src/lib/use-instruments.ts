import type { Instrument } from '@clearbook/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queries } from './queries.ts';

/** All instruments by symbol; undefined until they are here. */
export function useInstruments() {
  const query = useQuery(queries.instruments());
  const bySymbol = useMemo(
    () => new Map(query.data?.data.map((instrument): [string, Instrument] => [instrument.symbol, instrument])),
    [query.data],
  );
  return { ...query, list: query.data?.data, bySymbol };
}
