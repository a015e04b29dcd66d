import type { Trade } from '@clearbook/contracts';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../lib/queries.ts';

/** The trade that a dialog is about as it is now: a target, a split or another tab may have changed it since it was asked about. `gone`: nothing of it is open. */
export function useStillOpen(asked: Trade): { trade: Trade; gone: boolean } {
  const { data: open } = useQuery(queries.trades('active'));
  const now = open?.find(({ id }) => id === asked.id);
  return { trade: now ?? asked, gone: open !== undefined && now === undefined };
}
