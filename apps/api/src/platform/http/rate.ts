import { messages } from '@clearbook/contracts/messages';
import type { Clock } from '../clock.ts';
import { costOf, type Limit, type MemoryLimits } from '../limits/index.ts';
import { Problem } from './problem.ts';

type Headed = { header(name: string, value: string): unknown };

/**
 * Counts a call under these limits, for a person or an address, says on the answer what is left, and refuses what is too many. What it uses up of a limit may follow
 * from its query.
 */
export type Rate = (reply: Headed, limits: readonly Limit[], who: string, query?: unknown) => Problem | undefined;

/** The headers are those of draft-ietf-httpapi-ratelimit-headers-10. Without limits (RATE_LIMITS=off) there are none. */
export function createRate(limits: MemoryLimits | undefined, clock: Clock): Rate {
  if (limits === undefined) return () => undefined;
  const policies = new Map<readonly Limit[], string>();
  return (reply, counted, who, query) => {
    let policy = policies.get(counted);
    if (policy === undefined) policies.set(counted, (policy = counted.map(policyOf).join(', ')));
    reply.header('ratelimit-policy', policy);
    const nowMs = clock.now().getTime();
    const left: string[] = [];
    for (const limit of counted) {
      const taken = limits.take(limit, who, nowMs, costOf(limit, query));
      left.push(`"${limit.name}";r=${taken.left};t=${taken.resetSeconds}`);
      reply.header('ratelimit', left.join(', '));
      if (!taken.ok) return tooMany(taken.retryAfterSeconds);
    }
    return undefined;
  };
}

const policyOf = ({ name, points, windowSeconds }: Limit): string => `"${name}";q=${points};w=${windowSeconds}`;

export function tooMany(retryAfterSeconds: number, words: string = messages.common.tooMany): Problem {
  return new Problem(429, 'request.too_many', words, [], {
    'retry-after': String(retryAfterSeconds),
  });
}
