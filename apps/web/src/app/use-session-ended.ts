import { useEffect, useState } from 'react';
import { api, onSignedOut } from '../lib/api.ts';
import { ApiProblem } from '../lib/problem.ts';
import { firstQueries as queries } from '../lib/first-queries.ts';
import { invalidateAll, queryClient } from '../lib/query-client.ts';

/** How often the session has been found to be over. */
export function useSessionEnded(): number {
  const [ended, setEnded] = useState(0);
  useEffect(() => {
    let asking = false;
    return onSignedOut(() => {
      if (asking) return;
      asking = true;
      const known = lastKnown();
      // A request that was under way while this browser got a new token was refused with the old one: only a second no is one.
      void api('GET /me')
        .then(invalidateAll, (problem: unknown) => {
          if (!(problem instanceof ApiProblem && problem.signedOut)) return;
          // Somebody has logged in while this was under way.
          if (lastKnown() !== known) invalidateAll();
          else setEnded((times) => times + 1);
        })
        .finally(() => {
          asking = false;
        });
    });
  }, []);
  return ended;
}

/** When the server last said who is signed in, in milliseconds. */
function lastKnown(): number | undefined {
  return queryClient.getQueryState(queries.me().queryKey)?.dataUpdatedAt;
}
