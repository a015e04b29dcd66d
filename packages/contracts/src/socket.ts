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

export const channel = z.string().check(z.regex(/^(?:quotes:[A-Z][A-Z.]{0,9}|account|admin)$/));
export const clientMessage = z.strictObject({
  op: z.enum(['subscribe', 'unsubscribe']),
  channels: z.array(channel).check(z.minLength(1), z.maxLength(CHANNEL_MAX_PER_SOCKET)),
});

/**
 * One frame from the server is an array of these. `seq` counts from 1 per channel and socket; a gap means that something was
 * left out for a slow reader: ask for a snapshot.
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
  | { channel: string; seq: number; type: 'error'; data: { code: string; detail: string } };

export type Topic =
  | 'account'
  | 'trades'
  /** Limit and stop orders. */
  | 'orders'
  | 'signals'
  | 'deposits'
  | 'withdrawals'
  | 'loans'
  | 'users'
  | 'settings'
  | 'wallets'
  | 'me'
  | 'mailbox'
  /** Packages, signal plans and what was bought of them. */
  | 'plans'
  /** This client's own terms: mark-up and leverage. */
  | 'market'
  | 'watchlist'
  | 'identity'
  | 'sessions'
  | 'notifications'
  /** Mail that does not go out, for staff. */
  | 'mail'
  | 'traders'
  | 'copies'
  /** This client's own limits and breaks. */
  | 'protection'
  /** What waits for a second person; for staff alone. */
  | 'proposals';
