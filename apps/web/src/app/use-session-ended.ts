import { useEffect, useState } from 'react';
import { api, onSignedOut, untilWritten } from '../lib/api.ts';
import { ApiProblem } from '../lib/problem.ts';
import { firstQueries as queries } from '../lib/first-queries.ts';
import { invalidateAll, queryClient } from '../lib/query-client.ts';

/** Whether the session has been found to be over, and how to say that somebody has logged in since. */
export function useSessionEnded(): readonly [ended: boolean, loggedIn: () => void] {
  const [ended, setEnded] = useState(false);
  useEffect(() => {
    let asking = false;
    return onSignedOut(() => {
      if (asking) return;
      asking = true;
      const known = lastKnown();
      // A request that was under way while this browser got a new token was refused with the old one: only a second no is one, of whoever has the
      // new one, which comes with an answer that may be on its way.
      void untilWritten()
        .then(() => api('GET /me'))
        .then(invalidateAll, (problem: unknown) => {
          if (!(problem instanceof ApiProblem && problem.signedOut)) return;
          // Somebody has logged in while this was under way.
          if (lastKnown() !== known) invalidateAll();
          else setEnded(true);
        })
        .finally(() => {
          asking = false;
        });
    });
  }, []);
  return [ended, () => setEnded(false)];
}

/** When the server last said who is signed in, in milliseconds. */
function lastKnown(): number | undefined {
  return queryClient.getQueryState(queries.me().queryKey)?.dataUpdatedAt;
}
