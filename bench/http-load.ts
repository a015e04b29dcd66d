import net from 'node:net';

export type Load = {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly done: number;
  readonly failed: Record<string, number>;
};

export type Source = {
  /** The request that connection `i` sends now; undefined when it has nothing more to send. */
  readonly next: (connection: number) => string | undefined;
  /** The body of an answer that succeeded. */
  readonly answered?: (connection: number, body: string) => void;
};

/** One request at a time on each connection, until the time is over or nobody has anything to send. */
export async function runLoad(
  at: { host: string; port: number },
  connections: number,
  seconds: number,
  source: Source,
): Promise<Load> {
  const latencies: number[] = [];
  const failed: Record<string, number> = {};
  const started = performance.now();
  const until = started + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, (_, i) =>
      drive(
        at,
        () => (performance.now() < until ? source.next(i) : undefined),
        (status, body, ms) => {
          if (status === 201 || status === 200) {
            latencies.push(ms);
            source.answered?.(i, body);
          } else {
            const code = `${status} ${/"code":"([^"]+)"/.exec(body)?.[1] ?? ''}`.trim();
            failed[code] = (failed[code] ?? 0) + 1;
          }
        },
      ),
    ),
  );
  const took = (performance.now() - started) / 1000;
  latencies.sort((a, b) => a - b);
  const quantile = (q: number): number =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * q))] ?? Number.NaN;
  return {
    perSecond: latencies.length / took,
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
    done: latencies.length,
    failed,
  };
}

/**
 * A connection that costs the load's process as little as possible: it reads the status and the length of each answer and nothing else,
 * so that what is measured is the server.
 */
function drive(
  at: { host: string; port: number },
  next: () => string | undefined,
  answered: (status: number, body: string, ms: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ ...at, noDelay: true });
    let sent = 0;
    let buffered = '';
    const send = (): void => {
      const request = next();
      if (request === undefined) return void socket.end();
      sent = performance.now();
      socket.write(request, 'latin1');
    };
    socket.setEncoding('latin1');
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('close', () => resolve());
    socket.on('data', (chunk: string) => {
      buffered = buffered === '' ? chunk : buffered + chunk;
      const head = buffered.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = /\r\ncontent-length: (\d+)/i.exec(buffered.slice(0, head))?.[1];
      if (length === undefined) return void socket.destroy(new Error('an answer without a length'));
      if (buffered.length < head + 4 + Number(length)) return;
      const status = Number(buffered.slice(9, 12));
      const body = buffered.slice(head + 4);
      buffered = '';
      answered(status, body, performance.now() - sent);
      send();
    });
  });
}
