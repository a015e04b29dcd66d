import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { dealtQuote, INSTRUMENTS, isSymbol, type FeedQuote } from '@clearbook/domain/market';
import Fastify from 'fastify';
import { wireQuote } from '../../src/features/market/index.ts';
import { createLog } from '../../src/platform/log.ts';
import { createPool } from '@clearbook/api/platform/database/pool.ts';
import { createRealtime } from '../../src/platform/realtime/index.ts';
import { registry } from '../../src/platform/telemetry/index.ts';

/**
 * The product's socket server alone, for measuring it: every price moves before every frame, and a quote's time is when its frame began.
 * Who connects is whoever the cookie names; mark-ups are four. Takes orders from its parent process: "usage" is answered with Usage.
 */
export type Usage = { cpuMs: number; atMs: number; memoryBytes: number; sockets: number; skipped: number };

const MARKUPS = [16, 12, 8, 4];
const TICK_MS = 100;
const [databaseUrl = '', origin = ''] = process.argv.slice(2);

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const app = Fastify();
const price = 10n ** 10n;
const tierOf = (userId: string): number => MARKUPS[userId.length % MARKUPS.length] ?? 0;
let moves = 0n;

const realtime = createRealtime({
  app,
  connectionString: databaseUrl,
  pool: createPool(databaseUrl),
  allowedOrigins: [origin],
  glance: async (cookie) => ({
    userId: cookie ?? '',
    role: 'client',
    permissions: new Set(),
    sessionId: cookie ?? '',
    mustChangePassword: false,
    steppedUp: false,
    mustEnrol: false,
  }),
  quotes: {
    onTick(listener) {
      const symbols = INSTRUMENTS.map(({ symbol }) => symbol);
      const timer = setInterval(() => {
        moves += 1n;
        listener(symbols);
      }, TICK_MS);
      return () => clearInterval(timer);
    },
    isSymbol,
    tierOf,
    tierChanged: () => undefined,
    json: (symbol, markup) => (isSymbol(symbol) ? JSON.stringify(wireQuote(dealtQuote(quoteOf(symbol), markup))) : ''),
  },
  log: createLog({ level: 'warn' }),
});

function quoteOf(symbol: FeedQuote['symbol']): FeedQuote {
  const now = new Date();
  const bid = 100n * price + (moves % 1000n) * (price / 100n);
  return {
    id: `bench-${symbol}-${moves}`,
    symbol,
    bid,
    ask: bid + price / 100n,
    source: 'bench',
    sourceTime: now,
    receivedTime: now,
  };
}

async function usage(): Promise<Usage> {
  const { user, system } = process.cpuUsage();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  const skipped = await registry.getSingleMetric('clearbook_socket_frames_skipped_total')?.get();
  return {
    cpuMs: (user + system) / 1000,
    atMs: performance.now(),
    memoryBytes: heapUsed + external,
    sockets: realtime.sockets(),
    skipped: skipped?.values[0]?.value ?? 0,
  };
}

await app.listen({ port: 0, host: '127.0.0.1' });
await realtime.start();
process.on('message', () => void usage().then((answer) => process.send?.(answer)));
process.on('disconnect', () => process.exit());
process.send?.((app.server.address() as AddressInfo).port);
