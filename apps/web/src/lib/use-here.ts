import { useCallback, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Whether whoever asked is still at the same address when the answer comes: a slow answer leads nobody away from
 * where they have gone meanwhile. What asked may be gone from the page by then (the stream can tell sooner than the
 * answer that a proof has arrived, and its form makes way); only going elsewhere counts.
 */
export function useHere(): () => boolean {
  const { pathname, search } = useLocation();
  const asked = useRef('');
  useEffect(() => {
    asked.current = pathname + search;
  }, [pathname, search]);
  return useCallback(() => window.location.pathname + window.location.search === asked.current, []);
}
