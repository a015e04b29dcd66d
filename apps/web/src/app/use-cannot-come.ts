import { useFetching } from '../lib/part.ts';
import { useConnectionLost } from './use-realtime.ts';

/** True while something is wanted that cannot come: nobody answers for it, or the server is silent meanwhile. */
export function useCannotCome(): boolean {
  const lost = useConnectionLost();
  const fetching = useFetching();
  return fetching === 'unanswered' || (fetching === 'something' && lost);
}
