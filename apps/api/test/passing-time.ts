import { createCopyEngine } from '../src/features/traders/index.ts';
import { Watcher } from '../src/features/watch/watcher.ts';
import type { ArchiveServer } from './archives.ts';
import { quiet } from './books.ts';

const QUARTER_DAY = 86_400_000 / 4;

/** The clock of some books, and what the product does by itself meanwhile: what prices set off, nights, dividends, splits, and copies of trades. */
export class PassingTime {
  readonly #server: ArchiveServer;
  readonly #watcher: Watcher;
  readonly engine: ReturnType<typeof createCopyEngine>;

  private constructor(server: ArchiveServer) {
    const { books, pool, market } = server;
    const clock = { now: () => books.now() };
    this.#server = server;
    this.#watcher = new Watcher({
      pool,
      market,
      clock,
      ledger: books.ledger,
      log: { ...quiet, info: () => undefined },
    });
    this.engine = createCopyEngine({
      ...{ pool, ledger: books.ledger, clock, log: quiet },
      market: {
        quote: (symbol, markup) => market.quote(symbol, markup, books.now()),
        marks: (now) => market.marks(now),
      },
    });
  }

  static async begin(server: ArchiveServer): Promise<PassingTime> {
    const time = new PassingTime(server);
    await time.#watcher.load();
    return time;
  }

  async end(): Promise<void> {
    await this.#watcher.stop();
    await this.engine.close();
  }

  /** So much later, looked at every so often: everything that prices, nights and days brought meanwhile is decided. */
  async pass(ms: number, every = QUARTER_DAY): Promise<void> {
    const { books, actions, watched } = this.#server;
    const until = books.now().getTime() + ms;
    while (books.now().getTime() < until) {
      books.at(new Date(Math.min(until, books.now().getTime() + every)));
      await actions.read(books.now());
      await this.#watcher.reread();
      await this.#watcher.reconcile();
      this.#watcher.look(books.now());
      await this.#watcher.settled();
      await this.#watcher.chargeNights();
      await this.#watcher.endDays(books.now());
      await this.#watcher.mark();
      if (this.#watcher.watchedUntil !== undefined) watched.until = this.#watcher.watchedUntil;
      await this.engine.work();
      await this.engine.catchUp(books.now());
      await this.engine.endEmptied();
    }
  }
}
