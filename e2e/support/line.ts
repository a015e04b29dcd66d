import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

/** The cable between a browser and the server, which can be cut: what is sent then is neither delivered nor refused. */
export type Line = {
  url: string;
  cut(): void;
  mend(): void;
  close(): Promise<void>;
};

export async function layLine(port: number): Promise<Line> {
  const ends = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(from);
      from.on('data', (bytes) => to.write(bytes));
      from.on('end', () => to.end());
      from.on('error', () => to.destroy());
      from.on('close', () => {
        ends.delete(from);
        to.destroy();
      });
      if (isCut) from.pause();
    }
  });
  return {
    ...(await opened(server, ends)),
    cut: () => {
      isCut = true;
      for (const end of ends) end.pause();
    },
    mend: () => {
      isCut = false;
      for (const end of ends) end.resume();
    },
  };
}

/** Where it listens, and how it ends with all that is connected. */
export async function opened(server: Server, ends: ReadonlySet<Socket>): Promise<Pick<Line, 'url' | 'close'>> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      for (const end of ends) end.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
