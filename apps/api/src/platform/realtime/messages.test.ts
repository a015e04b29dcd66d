import type { ServerMessage } from '@clearbook/contracts/socket';
import { expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import type { Signed } from '../http/index.ts';
import { Connection } from './connection.ts';
import { receive } from './messages.ts';

const SIGNED: Signed = {
  userId: 'u',
  role: 'admin',
  permissions: new Set(),
  sessionId: 's',
  steppedUp: false,
  mustChangePassword: false,
  mustEnrol: false,
};

/** A socket of staff that notes what is sent to it, and for which channels it was looked up what was missed. */
function asker(isSymbol: (symbol: string) => boolean = () => false) {
  const sent: ServerMessage[] = [];
  const looked: string[] = [];
  const socket = {
    bufferedAmount: 0,
    readyState: 1,
    OPEN: 1,
    send: (frame: string) => void sent.push(...(JSON.parse(frame) as ServerMessage[])),
  };
  const connection = new Connection(socket as unknown as WebSocket, undefined, SIGNED);
  const parts = {
    glance: () => Promise.resolve(SIGNED),
    quotes: { isSymbol },
    tellMissed: (_connection: Connection, channel: string) => void looked.push(channel),
  };
  return {
    sent,
    looked,
    ask: (op: string, channels: string[], sinceMs?: number) =>
      receive(parts, connection, Buffer.from(JSON.stringify({ op, channels, since_ms: sinceMs })), false),
  };
}

it('[R7] keeps no count of channels that somebody makes up, and goes on counting its own', async () => {
  const { ask, sent } = asker();
  await ask('subscribe', ['quotes:NOPE', 'quotes:NADA']);
  await ask('subscribe', ['quotes:NOPE']);
  await ask('nonsense', ['account']);
  await ask('nonsense', ['account']);
  expect(sent.map(({ channel, seq, type }) => [channel, seq, type])).toEqual([
    ['quotes:NOPE', 1, 'error'],
    ['quotes:NADA', 1, 'error'],
    ['quotes:NOPE', 1, 'error'],
    ['socket', 1, 'error'],
    ['socket', 2, 'error'],
  ]);
});

it('[R7] a symbol that is subscribed to can be named again, also where there is no room for another', async () => {
  const capitals = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J'];
  const symbols = capitals.flatMap((one) => capitals.map((two) => `quotes:${one}${two}`));
  const { ask, sent } = asker(() => true);
  await ask('subscribe', symbols);
  await ask('subscribe', symbols);
  expect(sent).toEqual([]);
  await ask('subscribe', ['quotes:Z']);
  expect(sent).toMatchObject([{ channel: 'quotes:Z', seq: 1, type: 'error', data: { code: 'socket.too_many' } }]);
});

it('[R18] what was missed is looked up once for a channel that begins, however often it is named', async () => {
  const { ask, looked } = asker();
  await ask('subscribe', [...Array<string>(50).fill('account'), ...Array<string>(50).fill('admin')], 0);
  expect(looked).toEqual(['account', 'admin']);
  await ask('subscribe', ['account', 'admin'], 0);
  expect(looked).toHaveLength(2);
  await ask('unsubscribe', ['account']);
  await ask('subscribe', ['account'], 0);
  expect(looked).toEqual(['account', 'admin', 'account']);
});
