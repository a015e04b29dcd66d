import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

/** What becomes of notifications on their way: `held` waits until it is let go. */
type Passage = 'open' | 'lost' | 'doubled' | 'held';

export type NotificationPath = {
  /** For the connection that listens. */
  readonly url: string;
  becomes(passage: Passage): void;
  /** How many the database has sent. */
  sent(): number;
  /** Lets go what was held, in its order, and opens the path. */
  letGo(): void;
  close(): Promise<void>;
};

/** The first byte of the message in which PostgreSQL tells of a notification; each is followed by the length of what comes after it. */
const NOTIFICATION = 'A'.charCodeAt(0);
const HEAD_BYTES = 5;

/** A way to the database on which everything passes but notifications, which a test can lose, double or hold back. */
export async function notificationPath(databaseUrl: string): Promise<NotificationPath> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let passage: Passage = 'open';
  let sent = 0;
  const held: (() => void)[] = [];

  function deliver(client: Socket, message: Buffer): void {
    sent += 1;
    const pass = (): void => void client.write(message);
    if (passage === 'held') held.push(pass);
    else if (passage !== 'lost') pass();
    if (passage === 'doubled') pass();
  }

  const server = createServer((client) => {
    const database = connectTo(target);
    let rest: Buffer = Buffer.alloc(0);
    client.pipe(database);
    database.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk]);
      while (rest.length >= HEAD_BYTES && rest.length > rest.readUInt32BE(1)) {
        const message = rest.subarray(0, 1 + rest.readUInt32BE(1));
        rest = rest.subarray(message.length);
        if (message[0] === NOTIFICATION) deliver(client, message);
        else client.write(message);
      }
    });
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.search = '';
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);

  return {
    url: url.href,
    becomes: (next) => void (passage = next),
    sent: () => sent,
    letGo() {
      passage = 'open';
      for (const pass of held.splice(0)) pass();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A database behind a socket in a folder, or at a port. */
function connectTo({ hostname, port, searchParams }: URL): Socket {
  const folder = searchParams.get('host');
  return folder === null
    ? connect(Number(port), hostname)
    : connect(join(folder, `.s.PGSQL.${searchParams.get('port')}`));
}
