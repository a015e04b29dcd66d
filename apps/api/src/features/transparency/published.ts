import type { Transparency } from '@clearbook/contracts/transparency';
import { INSTRUMENTS } from '@clearbook/domain/market';
import type { Pool } from 'pg';
import type { Register } from '../../platform/http/index.ts';
import { vkeyOf } from '../../platform/tlog/index.ts';
import { readIntegrity } from '../integrity/index.ts';
import type { Market } from '../market/index.ts';
import { type LogWitness, readWitnesses } from './cosigning.ts';
import { readCounted, readHolds, readPayouts, readTwoPeople } from './figures.query.ts';
import { readKeys, readProgress, readSignedTree } from './log.query.ts';

/** How old the published figures may be: reading them costs the same however many people ask. */
const PUBLISHED_MS = 10_000;

const DAY_MS = 86_400_000;

type Deps = {
  readonly pool: Pool;
  readonly witnesses: readonly LogWitness[];
  readonly market: { readonly ticksFrom?: Market['ticksFrom'] };
};

/** U70 to U72: what anybody may see, without sign-in. */
export function publishedRoutes(register: Register, deps: Deps): void {
  let latest: { readonly at: number; readonly figures: Promise<Transparency> } | undefined;
  register('GET /transparency', async ({ now }) => {
    const age = now.getTime() - (latest?.at ?? -Infinity);
    if (latest === undefined || age >= PUBLISHED_MS || age < 0) {
      const reading = { at: now.getTime(), figures: readPublished(deps, now) };
      latest = reading;
      reading.figures.catch(() => {
        if (latest === reading) latest = undefined;
      });
    }
    return latest.figures;
  });
}

/** Where the books differ is for staff: the public is told how many rows there are, and none of their names. */
async function readPublished({ pool, witnesses, market }: Deps, now: Date): Promise<Transparency> {
  const tree = await readSignedTree(pool);
  const [books, progress, keys, cosigners, counted, payouts, holds, twoPeople] = await Promise.all([
    readIntegrity(pool),
    readProgress(pool),
    readKeys(pool),
    readWitnesses(pool, witnesses),
    readCounted(pool, tree?.size ?? 0),
    readPayouts(pool, now),
    readHolds(pool, now),
    readTwoPeople(pool, now),
  ]);
  const [, , root] = tree?.text.split('\n') ?? [];
  return {
    as_of: now.toISOString(),
    // A new installation's row has the time it was made and no entries: that was no check.
    books: { differences: books.standing, checked_at: books.entries === 0 ? null : books.all_at },
    log: {
      checkpoint: tree === undefined || root === undefined ? null : { size: tree.size, root },
      signed_at: progress.signedAt?.toISOString() ?? null,
      waiting: progress.waiting,
      keys: keys.map((key) => ({ vkey: vkeyOf(key), retired_at: key.until?.toISOString() ?? null })),
      witnesses: cosigners.map(({ name, vkey, size, at }) => ({
        name,
        vkey,
        cosigned: at === null ? null : { size, at: at.toISOString() },
      })),
    },
    ...{ counted, payouts, holds, two_people: twoPeople },
    tape: tapeOf(market, now),
  };
}

/** U146: which days of the tape anybody may have. A day that is not over would change under whoever reads it. */
function tapeOf({ ticksFrom }: Deps['market'], now: Date): Transparency['tape'] {
  if (ticksFrom === undefined) return null;
  const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
  const first = dayOf(ticksFrom);
  const last = dayOf(new Date(now.getTime() - DAY_MS));
  return {
    first_day: first,
    last_day: last < first ? null : last,
    symbols: INSTRUMENTS.map(({ symbol }) => symbol),
  };
}
