/** The shell is fetched once somebody touches the page, or after this long without a touch. */
const QUIET_MS = 2500;
const TOUCHES = ['pointerdown', 'keydown', 'input'] as const;

/** Fetches a part of the application while nobody waits for it. Returns the way to stop. */
export function prefetchWhenIdle(load: () => Promise<unknown>): () => void {
  const stop = () => {
    clearTimeout(timer);
    for (const touch of TOUCHES) document.removeEventListener(touch, start);
  };
  const start = () => {
    stop();
    // A prefetch that fails is tried again, with words, when the page is opened for real.
    load().catch(() => undefined);
  };
  const timer = setTimeout(start, QUIET_MS);
  for (const touch of TOUCHES) document.addEventListener(touch, start, { passive: true });
  return stop;
}
