/** So many units in each window of so many seconds, counted from the first one. */
export type Limit = { name: string; points: number; windowSeconds: number };
export type Verdict = { ok: true } | { ok: false; retryAfterSeconds: number };

/** One process's counters stay below this many keys: an attacker with many addresses costs accuracy, not memory. */
export const MEMORY_LIMIT_MAX_KEYS = 100_000;

/** Counts in this process: for limits that only protect the machine it runs on. */
export class MemoryLimits {
  readonly #windows = new Map<string, { used: number; endsAt: number }>();

  /** @param nowMs milliseconds since 1970 @param points units that this call uses up, 1 and more */
  take(limit: Limit, key: string, nowMs: number, points = 1): Verdict {
    const name = `${limit.name}:${key}`;
    const window = this.#windows.get(name);
    if (window === undefined || window.endsAt <= nowMs) {
      this.#makeRoom(nowMs);
      this.#windows.set(name, { used: points, endsAt: nowMs + limit.windowSeconds * 1000 });
      return { ok: true };
    }
    window.used += points;
    return window.used <= limit.points
      ? { ok: true }
      : { ok: false, retryAfterSeconds: Math.max(1, Math.ceil((window.endsAt - nowMs) / 1000)) };
  }

  /** Drops what has run out, and the oldest where that is not enough. */
  #makeRoom(nowMs: number): void {
    if (this.#windows.size < MEMORY_LIMIT_MAX_KEYS) return;
    for (const [name, window] of this.#windows) if (window.endsAt <= nowMs) this.#windows.delete(name);
    for (const name of this.#windows.keys()) {
      if (this.#windows.size < MEMORY_LIMIT_MAX_KEYS * 0.9) break;
      this.#windows.delete(name);
    }
  }
}
