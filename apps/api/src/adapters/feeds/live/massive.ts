import {
  type AssetClass,
  BAR_MS,
  type BarInterval,
  instrument,
  type SourceTick,
  type Symbol,
} from '@clearbook/domain/market';
import { Backoff } from './backoff.ts';
import {
  CLUSTERS,
  MASSIVE_TRADES,
  type PastBar,
  readAggregates,
  readFrame,
  readSnapshot,
  snapshotPath,
  subscriptions,
  tickerOf,
} from './massive-format.ts';
import { causeOf, getText } from './rest.ts';
import { LiveSocket } from './socket.ts';
import type { Source, SourceParts, SourceSink } from './source.ts';

/** The vendor's own hosts. Nothing else is ever asked, unless a test names an address of this machine. */
export const MASSIVE_HOSTS = { rest: 'https://api.massive.com', socket: 'wss://socket.massive.com' } as const;

/** While a class's socket is down its snapshot is asked for this often. */
const SNAPSHOT_MS = 5_000;
/** While a stock has quotes, its trades say nothing; after this long without one they speak again. */
const QUOTES_RULE_MS = 10_000;
const PART_CLASSES: readonly AssetClass[] = ['forex', 'stock', 'crypto'];

export type MassiveOptions = SourceParts & {
  readonly key: string;
  readonly restUrl: string;
  readonly socketUrl: string;
  readonly snapshotMs?: number;
};

/**
 * Massive: forex, stocks and crypto with bid and ask over one socket a class; where a socket is down, snapshots over REST until it is back. The key travels in a header or
 * inside the socket, never in an address.
 */
export function createMassive(options: MassiveOptions): Source {
  const { clock, random, key } = options;
  const withoutNeedlessTrades = needlessTrades();
  let stops: (() => void)[] = [];

  const startClass = (of: AssetClass, sink: SourceSink): (() => void) => {
    const part = CLUSTERS[of];
    const stopped = new AbortController();
    const backoff = new Backoff(random);
    let streaming = false;
    let timer: NodeJS.Timeout | undefined;

    const snapshot = async (): Promise<void> => {
      let pauseMs = options.snapshotMs ?? SNAPSHOT_MS;
      try {
        if (!streaming) {
          const text = await getText(new URL(options.restUrl + snapshotPath(of)), {
            headers: { authorization: `Bearer ${key}` },
            signal: stopped.signal,
          });
          sink.ticks(withoutNeedlessTrades(readSnapshot(of, text, clock.now().getTime())));
          sink.up(`${part} snapshots`);
          backoff.reset();
        }
      } catch (error) {
        if (stopped.signal.aborted) return;
        sink.failed(`${part} snapshots`, causeOf(error));
        pauseMs = Math.max(pauseMs, backoff.next());
      }
      if (!stopped.signal.aborted) timer = setTimeout(() => void snapshot(), pauseMs);
    };

    const socket = new LiveSocket({
      url: `${options.socketUrl}/${part}`,
      random,
      onMessage(text, send) {
        const frame = readFrame(text, clock.now().getTime());
        for (const { status } of frame.statuses) {
          if (status === 'connected') send({ action: 'auth', params: key });
          else if (status === 'auth_success') send({ action: 'subscribe', params: subscriptions(of) });
          else if (status === 'auth_failed') return { close: 'the key was refused' };
          else if (status === 'max_connections') return { close: 'the key is used by another connection' };
        }
        if (frame.ticks.length > 0) {
          streaming = true;
          sink.up(part, frame.wrong > 0 ? 'some of its prices could not be understood' : undefined);
          sink.ticks(withoutNeedlessTrades(frame.ticks));
        }
        return frame.ticks.length > 0 ? 'prices' : 'words';
      },
      onDown(cause) {
        streaming = false;
        sink.failed(part, cause);
      },
    });
    socket.start();
    void snapshot();
    return () => {
      stopped.abort();
      clearTimeout(timer);
      socket.stop();
    };
  };

  return {
    name: 'massive',
    label: 'Massive',
    classes: PART_CLASSES,
    // A snapshot may be five seconds old; a socket tells each change as it happens.
    cadenceMs: () => options.snapshotMs ?? SNAPSHOT_MS,
    start(sink) {
      stops = PART_CLASSES.map((each) => startClass(each, sink));
    },
    stop() {
      for (const stop of stops) stop();
      stops = [];
    },
  };
}

/** Leaves out trades of stocks that have quotes: they are not prices to deal on. */
function needlessTrades(): (ticks: readonly SourceTick[]) => SourceTick[] {
  const quotedAt = new Map<Symbol, number>();
  return (ticks) =>
    ticks.filter((tick) => {
      if (tick.source !== MASSIVE_TRADES) {
        quotedAt.set(tick.symbol, tick.receivedMs);
        return true;
      }
      return tick.receivedMs - (quotedAt.get(tick.symbol) ?? -Infinity) > QUOTES_RULE_MS;
    });
}

const SPANS: Readonly<Record<BarInterval, string>> = {
  '1m': '1/minute',
  '5m': '5/minute',
  '15m': '15/minute',
  '30m': '30/minute',
  '1h': '1/hour',
  '4h': '4/hour',
  '1d': '1/day',
};

/** Candles from before this site began to record, oldest first: those that begin in [fromMs, toMs]. */
export async function massiveHistory(
  options: { key: string; restUrl: string; signal?: AbortSignal },
  ask: { symbol: Symbol; interval: BarInterval; fromMs: number; toMs: number },
): Promise<PastBar[]> {
  const { symbol, interval, fromMs, toMs } = ask;
  const url = new URL(
    `${options.restUrl}/v2/aggs/ticker/${encodeURIComponent(tickerOf(instrument(symbol)))}/range/${SPANS[interval]}/${fromMs}/${toMs}`,
  );
  url.searchParams.set('adjusted', 'true');
  url.searchParams.set('sort', 'asc');
  url.searchParams.set('limit', '50000');
  const text = await getText(url, {
    headers: { authorization: `Bearer ${options.key}` },
    maxBytes: 8 * 1024 * 1024,
    ...(options.signal && { signal: options.signal }),
  });
  return readAggregates(text).map((bar) => ({ ...bar, timeMs: bar.timeMs - (bar.timeMs % BAR_MS[interval]) }));
}
