import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { type Line, opened } from './line.ts';

/** A mobile connection: all its sockets share one rate in each direction, and each byte takes half the round trip to arrive, as the handshake of a new socket takes a whole one. */
export async function laySlowLine(
  port: number,
  { bitsPerSecond, roundTripMs }: { bitsPerSecond: number; roundTripMs: number },
): Promise<Pick<Line, 'url' | 'close'>> {
  const sockets = new Set<Socket>();
  /** When the last byte that was sent in this direction will have left. */
  const busyUntil = { there: 0, back: 0 };
  const deliver = (bytes: Buffer, direction: keyof typeof busyUntil, to: Socket, done: () => void): void => {
    const now = performance.now();
    const leftAt = Math.max(now, busyUntil[direction]) + (bytes.length * 8_000) / bitsPerSecond;
    busyUntil[direction] = leftAt;
    setTimeout(
      () => {
        if (!to.destroyed) to.write(bytes);
        done();
      },
      leftAt - now + roundTripMs / 2,
    );
  };
  const joins = (from: Socket, to: Socket, direction: keyof typeof busyUntil): void => {
    sockets.add(from);
    let under = 0;
    let ended = false;
    const ends = (): void => void (ended && under === 0 && to.end());
    from.on('data', (bytes: Buffer) => {
      under += 1;
      deliver(bytes, direction, to, () => {
        under -= 1;
        ends();
      });
    });
    from.on('end', () => {
      ended = true;
      ends();
    });
    from.on('error', () => to.destroy());
    from.on('close', () => sockets.delete(from));
  };
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    // Its handshake.
    near.pause();
    setTimeout(() => near.resume(), roundTripMs);
    joins(near, far, 'there');
    joins(far, near, 'back');
  });
  return opened(server, sockets);
}
