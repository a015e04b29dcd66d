import * as z from 'zod/mini';
import { messages } from './messages.ts';

const error = messages.push.unusable;

/** A push service of a browser maker: https, at the usual port, by a name. */
function isPushAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, port, username, password, hostname } = new URL(text);
  return (
    protocol === 'https:' &&
    port === '' &&
    username === '' &&
    password === '' &&
    /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/.test(hostname)
  );
}

/** What a browser says of itself when it subscribes. */
export const pushBody = z.strictObject({
  endpoint: z.string().check(z.maxLength(1000, { error, abort: true }), z.refine(isPushAddress, { error })),
  p256dh: z.string().check(z.regex(/^B[A-Za-z0-9_-]{86}$/, { error })),
  auth: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/, { error })),
  /** Whether the lock screen may show what happened. Price alerts always say what they are about. */
  details: z.boolean(),
});
export const pushState = z.strictObject({
  /** The key that the browser subscribes with. */
  public_key: z.string(),
  /** Of this session; null where it is off. */
  subscription: z.nullable(z.strictObject({ endpoint: z.string(), details: z.boolean() })),
});
export type PushState = z.infer<typeof pushState>;
