import { quote } from '@clearbook/contracts/market';
import {
  CHANNEL_MAX_PER_SOCKET,
  clientMessage,
  FRAME_MS,
  HEARTBEAT_MS,
  MESSAGE_MAX_BYTES,
  MESSAGES_MAX,
  MESSAGES_WINDOW_MS,
  type ServerMessage,
  SOCKETS_PER_PERSON,
  type Topic,
} from '@clearbook/contracts/socket';
import { exampleOf } from './examples.ts';
import { type Json, Schemas } from './schemas.ts';

/** What each topic asks a client to read again: one that is not named here does not compile. */
export const TOPIC_WORDS: Readonly<Record<Topic, string>> = {
  account: 'balances and margin',
  trades: 'trades',
  orders: 'limit and stop orders',
  signals: 'trading signals',
  deposits: 'deposits',
  withdrawals: 'withdrawals',
  loans: 'loans',
  users: 'clients, for staff',
  settings: 'the site’s settings',
  wallets: 'deposit addresses',
  me: 'the profile',
  mailbox: 'captured email',
  plans: 'packages, signal plans and receipts',
  market: 'this client’s mark-up and leverage',
  watchlist: 'the watchlist',
  identity: 'identity documents',
  sessions: 'active sessions',
  notifications: 'notifications',
  alerts: 'price alerts',
  mail: 'outgoing mail, for staff',
  traders: 'traders',
  copies: 'copies',
  protection: 'own limits and breaks',
  proposals: 'proposals, for staff',
  reconciliation: 'statements and day closes, for staff',
};

/** Why a channel or a message was refused. */
const ERRORS = ['socket.unreadable', 'socket.too_many', 'auth.not_allowed', 'market.unknown'];

const CHANNELS: Json = {
  stream: {
    address: '/api/v1/stream',
    title: 'The WebSocket',
    messages: {
      request: { $ref: '#/components/messages/request' },
      frame: { $ref: '#/components/messages/frame' },
    },
  },
};

const OPERATIONS: Json = {
  ask: {
    action: 'receive',
    summary: 'A client chooses what it hears.',
    description:
      'Channels can be named again and again; an unknown one is answered with an error on that channel. Such errors of quotes are not counted: their `seq` is 1.',
    channel: { $ref: '#/channels/stream' },
    messages: [{ $ref: '#/channels/stream/messages/request' }],
  },
  tell: {
    action: 'send',
    summary: 'The server sends what is new.',
    description: 'One frame holds one or more events.',
    channel: { $ref: '#/channels/stream' },
    messages: [{ $ref: '#/channels/stream/messages/frame' }],
  },
};

/** What `changed` says. */
const CHANGED: Json = {
  type: 'object',
  properties: {
    topics: {
      type: 'array',
      items: { enum: Object.keys(TOPIC_WORDS) },
      description: `What to read again. ${Object.entries(TOPIC_WORDS)
        .map(([topic, words]) => `${topic}: ${words}`)
        .join('; ')}.`,
    },
    event: {
      type: 'string',
      description:
        'What happened; `missed`: these changed after you began to read (since_ms); `gap`: some changes may have been missed.',
    },
    subject_id: { type: ['string', 'null'], description: 'The record it is about.' },
  },
  required: ['topics', 'event', 'subject_id'],
  additionalProperties: false,
};

/** What an error says. */
const REFUSED: Json = {
  type: 'object',
  properties: {
    code: { enum: ERRORS, description: 'The stable code.' },
    detail: { type: 'string', description: 'A sentence for people.' },
  },
  required: ['code', 'detail'],
  additionalProperties: false,
};

/** The description of the socket (AsyncAPI 3.1). */
export function describeSocket(): Json {
  const schemas = new Schemas();
  const asked = schemas.of(clientMessage, 'input');
  const quoteRef = schemas.of(quote, 'output');
  const frame: Json = { type: 'array', minItems: 1, items: { oneOf: Object.values(eventsOf(quoteRef)) } };
  return {
    asyncapi: '3.1.0',
    id: 'urn:clearbook:stream',
    info: {
      title: 'Clearbook stream',
      version: '1',
      description: introduction(),
      contact: { name: 'Whoever runs this installation: the address is at the foot of every page' },
      license: { name: 'Apache 2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      tags: [{ name: 'stream', description: 'Live quotes, and word of what changed.' }],
    },
    defaultContentType: 'application/json',
    servers: {
      installation: {
        host: '{host}',
        protocol: 'wss',
        description: 'This installation; ws where the site is not https.',
        variables: { host: { default: 'localhost:3000', description: 'Where the site is.' } },
        security: [{ $ref: '#/components/securitySchemes/session' }],
      },
    },
    channels: CHANNELS,
    operations: OPERATIONS,
    components: components(schemas, { asked, frame, quoteRef }),
  };
}

function event(type: string, channel: Json, data: Json): Json {
  return {
    type: 'object',
    properties: {
      channel: { ...channel, description: 'The channel it came on.' },
      seq: {
        type: 'integer',
        minimum: 1,
        description: 'Counts from 1 per channel; a gap means something was left out.',
      },
      type: { const: type },
      data,
    },
    required: ['channel', 'seq', 'type', 'data'],
    additionalProperties: false,
  };
}

/** By type: a message of a type that is not described does not compile. */
function eventsOf(quoteRef: Json): Record<ServerMessage['type'], Json> {
  return {
    quote: event('quote', { type: 'string', pattern: '^quotes:[A-Z][A-Z.]{0,9}$' }, quoteRef),
    changed: event('changed', { enum: ['account', 'admin'] }, CHANGED),
    error: event('error', { type: 'string' }, REFUSED),
    heartbeat: event('heartbeat', { const: 'socket' }, { type: 'object', additionalProperties: false }),
  };
}

function components(schemas: Schemas, { asked, frame, quoteRef }: Record<'asked' | 'frame' | 'quoteRef', Json>): Json {
  return {
    securitySchemes: {
      session: { type: 'httpApiKey', in: 'cookie', name: 'clearbook', description: 'Set by POST /auth/sign-in.' },
    },
    messages: {
      request: {
        name: 'request',
        title: 'Subscribe or unsubscribe',
        payload: asked,
        examples: [{ payload: { op: 'subscribe', channels: ['quotes:EURUSD', 'account'] } }],
      },
      frame: {
        name: 'frame',
        title: 'What is new, in one frame',
        payload: frame,
        examples: [
          {
            payload: [
              { channel: 'quotes:EURUSD', seq: 1, type: 'quote', data: exampleOf(quoteRef, schemas) },
              {
                channel: 'account',
                seq: 1,
                type: 'changed',
                data: { topics: ['trades', 'account'], event: 'trade_opened', subject_id: null },
              },
            ],
          },
        ],
      },
    },
    schemas: Object.fromEntries(Object.entries(schemas.named).filter(([name]) => name !== 'Problem')),
  };
}

function introduction(): string {
  return [
    'Open it with the session’s cookie. A browser of another site is refused; a program sends no Origin header. A refusal is application/problem+json, as everywhere.',
    `Channels: \`quotes:SYMBOL\` (at most ${CHANNEL_MAX_PER_SOCKET} a socket), \`account\`, and for staff \`admin\`.`,
    `Limits: ${SOCKETS_PER_PERSON} sockets a person; messages of at most ${MESSAGE_MAX_BYTES / 1024} kB, ${MESSAGES_MAX} in ${MESSAGES_WINDOW_MS / 1_000} seconds; quotes at most every ${FRAME_MS} ms, each symbol’s newest only.`,
    `A heartbeat comes when the socket opens and every ${HEARTBEAT_MS / 1_000} seconds, without a subscription: after twice that long without a frame the connection is gone.`,
    'The socket closes with 4401 when the session ends (sign in again), 1008 after too many messages, 1009 after one that is too long, 1001 when the server stops.',
    'Answer pings: nothing is sent to a reader that stays silent. After reconnecting, read again what you show. Say with `since_ms` how long before the socket opened you began to read: you hear what changed since.',
  ].join('\n\n');
}
