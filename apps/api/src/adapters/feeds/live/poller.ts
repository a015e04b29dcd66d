import { Backoff } from './backoff.ts';
import { causeOf } from './rest.ts';
import type { SourceSink } from './source.ts';

export type PollerOptions = {
  readonly part: string;
  readonly everyMs: number;
  readonly random: () => number;
  readonly sink: SourceSink;
  readonly ask: (signal: AbortSignal) => Promise<void>;
};

/**
 * Asks again and again: `everyMs` after an answer, later and later after failures. Never two questions at once.
 */
export class Poller {
  readonly #options: PollerOptions;
  readonly #backoff: Backoff;
  readonly #stopped = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: PollerOptions) {
    this.#options = options;
    this.#backoff = new Backoff(options.random);
  }

  start(): void {
    void this.#turn();
  }

  stop(): void {
    this.#stopped.abort();
    clearTimeout(this.#timer);
  }

  async #turn(): Promise<void> {
    const { part, everyMs, sink, ask } = this.#options;
    let pauseMs = everyMs;
    try {
      await ask(this.#stopped.signal);
      if (this.#stopped.signal.aborted) return;
      this.#backoff.reset();
      sink.up(part);
    } catch (error) {
      if (this.#stopped.signal.aborted) return;
      sink.failed(part, causeOf(error));
      pauseMs = Math.max(everyMs, this.#backoff.next());
    }
    this.#timer = setTimeout(() => void this.#turn(), pauseMs);
  }
}
