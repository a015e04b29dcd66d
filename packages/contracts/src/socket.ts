import * as z from 'zod/mini';
import type { Quote } from './market.ts';

export const CHANNEL_MAX_PER_SOCKET = 100;
export const SOCKETS_PER_PERSON = 20;
export const MESSAGE_MAX_BYTES = 64 * 1024;
/** This many messages from a reader in this time; one more closes the socket. */
export const MESSAGES_MAX = 60;
export const MESSAGES_WINDOW_MS = 10_000;
/** Frames of quotes come this far apart at least. */
export const FRAME_MS = 250;
/** The server says something at least this often, so that a reader who hears nothing knows that the connection is gone. */
export const HEARTBEAT_MS = 2_000;

export const channel = z.string().check(z.regex(/^(?:quotes:[A-Z][A-Z.]{0,9}|account|admin)$/));
export const clientMessage = z.strictObject({
  op: z.enum(['subscribe', 'unsubscribe']),
  channels: z.array(channel).check(z.minLength(1), z.maxLength(CHANNEL_MAX_PER_SOCKET)),
  /** How long before the socket opened the reader began to read what it shows, in milliseconds. It hears whether any of it changed since. */
  since_ms: z.optional(z.int().check(z.minimum(0))),
});
export type ClientMessage = z.output<typeof clientMessage>;

/**
 * One frame from the server is an array of these. `seq` counts from 1 per channel and socket; a gap means that something was
 * left out for a slow reader: ask for a snapshot. An error about quotes is 1 each time, because a channel that isn't subscribed to has no count.
 */
export type ServerMessage =
  | { channel: `quotes:${string}`; seq: number; type: 'quote'; data: Quote }
  /** Something about this client changed; `data.topics` names what to read again. */
  | {
      channel: 'account';
      seq: number;
      type: 'changed';
      data: { topics: Topic[]; event: string; subject_id: string | null };
    }
  | {
      channel: 'admin';
      seq: number;
      type: 'changed';
      data: { topics: Topic[]; event: string; subject_id: string | null };
    }
  /** Sent when a socket opens and every HEARTBEAT_MS, whatever else is sent. Needs no subscription. */
  | { channel: 'socket'; seq: number; type: 'heartbeat'; data: Record<string, never> }
  | { channel: string; seq: number; type: 'error'; data: { code: string; detail: string } };

/**
 * Everything that can be read again. The type follows from this list, so no topic can be announced that it lacks, and after a gap every one
 * of them is named.
 */
export const TOPICS = [
  'account',
  'trades',
  /** Limit and stop orders. */
  'orders',
  'signals',
  'deposits',
  'withdrawals',
  'loans',
  'users',
  'settings',
  'wallets',
  'me',
  'mailbox',
  /** Packages, signal plans and what was bought of them. */
  'plans',
  /** This client's own terms: mark-up and leverage. */
  'market',
  'watchlist',
  'identity',
  'sessions',
  'notifications',
  /** Price alerts. */
  'alerts',
  /** Mail that does not go out, for staff. */
  'mail',
  'traders',
  'copies',
  /** This client's own limits and breaks. */
  'protection',
  /** What waits for a second person; for staff alone. */
  'proposals',
  /** Statements, their matches and the close of days; for staff alone. */
  'reconciliation',
] as const;
export type Topic = (typeof TOPICS)[number];

/** The event of a change that names every topic: something may have been missed, so everything on screen is read again. */
export const GAP = 'gap';
/** The event of a change that names what changed after a page read it and before it listened. */
export const MISSED = 'missed';
