import type { Answer, Asked, ResultOf, Task } from './protocol.ts';
import { keepFound, keepSeen, seenLog } from './seen.ts';

type Options = { told?: (done: number, of: number) => void; signal?: AbortSignal };

/**
 * Has a worker of its own do one task, and keeps what it saw of the log or found wrong with it. Rejects where the worker cannot be started, and
 * with an AbortError where it was given up.
 */
export async function askWorker<T extends Task>(task: T, { told, signal }: Options = {}): Promise<ResultOf<T>> {
  const kept = seenLog();
  const asked = { ...task, kept: kept && { keys: kept.keys, checkpoint: kept.checkpoint } } satisfies Asked;
  const worker = new Worker(new URL('./verify.worker.ts', import.meta.url), { type: 'module' });
  try {
    const result = (await answerOf(worker, asked, told, signal)) as ResultOf<T>;
    if (result.kind === 'fault') keepFound(result.fault);
    else if ('kept' in result && result.kept !== undefined) keepSeen(result.kept);
    return result;
  } finally {
    worker.terminate();
  }
}

function answerOf(worker: Worker, asked: Asked, told: Options['told'], signal: Options['signal']): Promise<unknown> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      reject(new Error('the worker that verifies did not run'));
    });
    worker.addEventListener('messageerror', () => reject(new Error('the worker answered with what cannot be read')));
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      if ('told' in data) told?.(...data.told);
      else resolve(data.result);
    });
    worker.postMessage(asked);
  });
}
