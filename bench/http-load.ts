import net from 'node:net';

export type Load = {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly done: number;
  readonly failed: Record<string, number>;
};

/** One request at a time on each connection. `next` writes the request that connection `i` sends now. */
export async function runLoad(
  at: { host: string; port: number },
  connections: number,
  seconds: number,
  next: (connection: number) => string,
): Promise<Load> {
  const latencies: number[] = [];
  const failed: Record<string, number> = {};
  const started = performance.now();
  const until = started + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, (_, i) =>
      drive(
        at,
        until,
        () => next(i),
        (status, ms) => {
          if (status === 201 || status === 200) latencies.push(ms);
          else failed[status] = (failed[status] ?? 0) + 1;
        },
      ),
    ),
  );
  const seconds_ = (performance.now() - started) / 1000;
  latencies.sort((a, b) => a - b);
  const quantile = (q: number): number =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * q))] ?? Number.NaN;
  return {
    perSecond: latencies.length / seconds_,
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
  until: number,
  next: () => string,
  answered: (status: number, ms: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ ...at, noDelay: true });
    let sent = 0;
    let buffered = '';
    const send = (): void => {
      sent = performance.now();
      socket.write(next(), 'latin1');
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
      buffered = '';
      const now = performance.now();
      answered(status, now - sent);
      if (now < until) send();
      else socket.end();
    });
  });
}
