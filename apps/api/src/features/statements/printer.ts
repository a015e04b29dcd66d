import { Worker } from 'node:worker_threads';
import { messages } from '@clearbook/contracts/messages';
import { busy, Problem } from '../../platform/http/index.ts';
import type { StatementPrint } from './pdf/statement-pdf.ts';
import type { Printed } from './pdf/worker.ts';

/** Threads at work at a time, statements that wait for one, and how many of either are one client's. */
const AT_ONCE = 2;
const WAITING_MOST = 20;
const OF_CLIENT = 2;
/** Ten thousand entries take about a hundred megabytes; a thread that wants more is ended, and nobody else notices. */
const HEAP_MB = 160;
/** No statement takes this long: what does is stuck. */
const LIMIT_MS = 120_000;
const IDLE_MS = 30_000;
const RETRY_AFTER_S = '5';

export type Printer = {
  /** @throws Problem where too many are being made, for this client or for everybody */
  print(clientId: string, make: () => Promise<StatementPrint>): Promise<Uint8Array>;
  close(): Promise<void>;
};

/** Makes PDFs in threads of their own, a few at a time, so that no request waits for another one's statement. */
export function createPrinter(): Printer {
  const threads = new Threads();
  const waiting: (() => void)[] = [];
  const ofClient = new Map<string, number>();
  let [taken, closed] = [0, false];

  async function turn(): Promise<void> {
    if (taken < AT_ONCE) taken += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    if (closed) throw busy();
  }

  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) taken -= 1;
    else next();
  }

  return {
    async print(clientId, make) {
      const own = ofClient.get(clientId) ?? 0;
      if (own >= OF_CLIENT)
        throw new Problem(429, 'request.too_many', messages.statement.printing, [], { 'retry-after': RETRY_AFTER_S });
      if (closed || waiting.length >= WAITING_MOST) throw busy();
      ofClient.set(clientId, own + 1);
      try {
        await turn();
        try {
          return await threads.print(await make());
        } finally {
          leave();
        }
      } finally {
        const left = (ofClient.get(clientId) ?? 1) - 1;
        if (left === 0) ofClient.delete(clientId);
        else ofClient.set(clientId, left);
      }
    },
    async close() {
      closed = true;
      for (const each of waiting.splice(0)) each();
      await threads.close();
    },
  };
}

/** Threads that print, one statement each at a time. One that has had nothing to do for a while ends. */
class Threads {
  readonly #all = new Set<Worker>();
  readonly #idle: { readonly worker: Worker; readonly end: NodeJS.Timeout }[] = [];

  async print(print: StatementPrint): Promise<Uint8Array> {
    const worker = this.#take();
    const data = await printed(worker, print);
    const end = setTimeout(() => void worker.terminate(), IDLE_MS).unref();
    this.#idle.push({ worker, end });
    worker.unref();
    return data;
  }

  async close(): Promise<void> {
    for (const { end } of this.#idle) clearTimeout(end);
    await Promise.all([...this.#all].map((worker) => worker.terminate()));
  }

  #take(): Worker {
    for (let known = this.#idle.pop(); known !== undefined; known = this.#idle.pop()) {
      clearTimeout(known.end);
      if (!this.#all.has(known.worker)) continue;
      known.worker.ref();
      return known.worker;
    }
    const worker = new Worker(new URL('./pdf/worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    this.#all.add(worker);
    worker.once('exit', () => this.#all.delete(worker));
    return worker;
  }
}

/** What a thread answers; one that fails or takes too long is ended. */
async function printed(worker: Worker, print: StatementPrint): Promise<Uint8Array> {
  const limit = setTimeout(() => void worker.terminate(), LIMIT_MS);
  let ended: (code: number) => void = () => undefined;
  try {
    const answer = await new Promise<Printed>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      ended = (code) => reject(new Error(`the thread that made a statement ended with ${code}`));
      worker.once('exit', ended);
      worker.postMessage(print);
    });
    if ('failed' in answer) throw new Error(answer.failed);
    return answer.data;
  } catch (error) {
    await worker.terminate();
    throw error;
  } finally {
    clearTimeout(limit);
    worker.off('exit', ended);
    for (const event of ['message', 'error'] as const) worker.removeAllListeners(event);
  }
}
