/** So many units in each window of so many seconds, counted from the first one. */
export type Limit = { name: string; points: number; windowSeconds: number };
export type Verdict = { ok: true } | { ok: false; retryAfterSeconds: number };
/** With what is left of the window, and the seconds until it ends. */
export type Taken = Verdict & { left: number; resetSeconds: number };

/** One process's counters stay below this many keys: an attacker with many addresses costs accuracy, not memory. */
export const MEMORY_LIMIT_MAX_KEYS = 100_000;

type Window = { used: number; readonly beganAt: number; readonly endsAt: number };

/** So far apart the clocks of processes may be, and the moments of calls that overtake one another. */
export const CLOCKS_APART_SECONDS = 60;

/** One that begins later than that was begun before the clock was set back, and would last for as long as the step. */
const isOver = ({ beganAt, endsAt }: Window, nowMs: number): boolean =>
  endsAt <= nowMs || beganAt > nowMs + CLOCKS_APART_SECONDS * 1000;

/** Counts in this process: for limits that only protect the machine it runs on. */
export class MemoryLimits {
  readonly #windows = new Map<string, Window>();

  /** @param nowMs milliseconds since 1970 @param points units that this call uses up, 1 and more */
  take(limit: Limit, key: string, nowMs: number, points = 1): Taken {
    const name = `${limit.name}:${key}`;
    let window = this.#windows.get(name);
    if (window === undefined || isOver(window, nowMs)) {
      this.#makeRoom(nowMs);
      window = { used: 0, beganAt: nowMs, endsAt: nowMs + limit.windowSeconds * 1000 };
      this.#windows.set(name, window);
    }
    window.used += points;
    const resetSeconds = Math.max(1, Math.ceil((window.endsAt - nowMs) / 1000));
    const left = Math.max(0, limit.points - window.used);
    return window.used <= limit.points
      ? { ok: true, left, resetSeconds }
      : { ok: false, left, resetSeconds, retryAfterSeconds: resetSeconds };
  }

  /** Drops what has run out, and the oldest where that is not enough. */
  #makeRoom(nowMs: number): void {
    if (this.#windows.size < MEMORY_LIMIT_MAX_KEYS) return;
    for (const [name, window] of this.#windows) if (isOver(window, nowMs)) this.#windows.delete(name);
    for (const name of this.#windows.keys()) {
      if (this.#windows.size < MEMORY_LIMIT_MAX_KEYS * 0.9) break;
      this.#windows.delete(name);
    }
  }
}
