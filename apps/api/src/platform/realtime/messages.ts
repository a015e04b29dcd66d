import { messages } from '@clearbook/contracts/messages';
import { CHANNEL_MAX_PER_SOCKET, type ClientMessage, clientMessage } from '@clearbook/contracts/socket';
import type { RawData } from 'ws';
import type { Authenticate } from '../http/index.ts';
import type { Connection } from './connection.ts';
import { SESSION_ENDED } from './connections.ts';
import type { QuoteSource } from './quote-source.ts';

type Parts = {
  readonly glance: Authenticate;
  readonly quotes: Pick<QuoteSource, 'isSymbol'>;
  /** The page may have read what it shows before it could listen. */
  readonly tellMissed: (connection: Connection, channel: 'account' | 'admin', sinceMs: number) => void;
};

/** A message from a client. */
export async function receive(parts: Parts, connection: Connection, raw: RawData, binary: boolean): Promise<void> {
  const message = binary ? undefined : parse(raw);
  if (!message) return fail(connection, 'socket', 'socket.unreadable', messages.common.badBody);
  // Rights depend on who somebody is now, not on who they were at the handshake.
  const signed = await parts.glance(connection.cookieHeader);
  if (!signed) return connection.socket.close(SESSION_ENDED);
  connection.signed = signed;
  if (signed.role !== 'admin') connection.channels.delete('admin');
  // One that is named again in the same message would be work again.
  for (const channel of new Set(message.channels)) {
    if (message.op === 'subscribe') subscribe(parts, connection, channel, message.since_ms);
    else if (channel.startsWith('quotes:')) connection.drop(channel.slice('quotes:'.length));
    else connection.channels.delete(channel as 'account' | 'admin');
  }
}

function subscribe(
  { quotes, tellMissed }: Parts,
  connection: Connection,
  channel: string,
  sinceMs: number | undefined,
): void {
  if (channel === 'admin' && connection.signed.role !== 'admin')
    return fail(connection, channel, 'auth.not_allowed', messages.common.notAllowed);
  if (channel === 'account' || channel === 'admin') {
    // Whoever listens already has missed nothing, and looking for it takes time.
    const begins = !connection.channels.has(channel);
    connection.channels.add(channel);
    if (begins && sinceMs !== undefined) tellMissed(connection, channel, sinceMs);
    return;
  }
  const symbol = channel.slice('quotes:'.length);
  if (connection.hears(symbol)) return;
  const refuse = (code: string, detail: string): void =>
    connection.refuseQuotes(channel, JSON.stringify({ code, detail }));
  if (!quotes.isSymbol(symbol)) return refuse('market.unknown', messages.market.unknown);
  if (connection.quotes >= CHANNEL_MAX_PER_SOCKET) return refuse('socket.too_many', messages.common.tooMany);
  connection.hear(symbol);
}

function fail(connection: Connection, channel: 'admin' | 'socket', code: string, detail: string): void {
  connection.send(channel, 'error', JSON.stringify({ code, detail }));
}

/** `ws` hands messages over as one Buffer unless told otherwise. */
function parse(raw: RawData): ClientMessage | undefined {
  try {
    const parsed = clientMessage.safeParse(JSON.parse((raw as Buffer).toString()));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
