import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cosign, writeSignature } from '@clearbook/verify';
import type { SignerKey } from '@clearbook/verify';

/** Somebody who cosigns every checkpoint that is sent, by c2sp.org/tlog-witness; where they listen. */
export async function openWitness(key: SignerKey): Promise<{ url: string; close(): void }> {
  const server = createServer((request, reply) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      // What was proved stands before the first empty line, and the note's text before the second.
      const [, ...note] = Buffer.concat(parts).toString().split('\n\n');
      const text = `${note[0] ?? ''}\n`;
      reply.end(writeSignature(cosign(text, key, Math.floor(Date.now() / 1000))));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => void server.close() };
}
