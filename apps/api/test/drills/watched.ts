import { setTimeout as pause } from 'node:timers/promises';
import type { Site } from '../site.ts';

const LIMIT_MS = 120_000;

/** Waits until whoever watches says that everything up to an instant is decided; until when it is. */
export async function untilWatched(site: Site, from: number): Promise<number> {
  const deadline = Math.max(from, Date.now()) + LIMIT_MS;
  for (;;) {
    const { rows } = await site.look((pool) => pool.query<{ until: Date }>('select until from ledger.watch'));
    const until = rows[0]?.until.getTime() ?? 0;
    if (until >= from) return until;
    if (Date.now() > deadline)
      throw new Error(
        `prices were to be watched until ${new Date(from).toISOString()}, were until ${new Date(until).toISOString()}, and no further in two minutes`,
      );
    await pause(500);
  }
}
