/** A Ctrl-C reaches the server twice, from the terminal and from npm: what comes this soon after the first is the same request. */
const SAME_REQUEST_MS = 1_000;

/**
 * Calls `stop` at the first SIGINT, SIGTERM or SIGHUP, or when the process that started us through npm is gone, and `force` when
 * somebody asks again.
 */
export function onStopSignals(calls: { stop: () => void; force: () => void }): void {
  let firstAt: number | undefined;
  const asked = (): void => {
    const now = performance.now();
    if (firstAt === undefined) {
      firstAt = now;
      calls.stop();
    } else if (now - firstAt > SAME_REQUEST_MS) {
      calls.force();
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, asked);
  if (process.connected) {
    process.once('disconnect', asked);
    process.channel?.unref();
  }
}
