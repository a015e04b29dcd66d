import type { IncomingMessage } from 'node:http';
import { GENERAL } from '../limits/index.ts';
import { createNetworks, networkOf } from './networks.ts';
import type { Problem } from './problem.ts';
import type { Rate } from './rate.ts';

/** Why too many came from there, and what the answer says of the limit, whichever it is. */
export type CountedHandshake = { readonly refusal?: Problem | undefined; readonly headers: Record<string, string> };
export type CountHandshake = (request: IncomingMessage) => CountedHandshake;

const LIMITS = [GENERAL];

/** Counts a socket's handshake, which is no request of Fastify's, for its address: before anything is looked up for it. */
export function createHandshakeCount(rate: Rate, trustProxy: string | false): CountHandshake {
  const addressOf = createAddressOf(trustProxy);
  return (request) => {
    const headers: Record<string, string> = {};
    const reply = { header: (name: string, value: string) => (headers[name] = value) };
    return { refusal: rate(reply, LIMITS, networkOf(addressOf(request))), headers };
  };
}

/** Who is at the other end, as Fastify's `request.ip` has it: X-Forwarded-For counts as far as it was written by proxies that are trusted. */
export function createAddressOf(trustProxy: string | false): (request: IncomingMessage) => string {
  const isTrusted = trustProxy === false ? () => false : createNetworks(trustProxy.split(','));
  return ({ socket, headers }) => {
    const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
    const named = forwarded.map((each) => each.trim()).filter((each) => each !== '');
    const nearestFirst = [socket.remoteAddress ?? '', ...named.reverse()];
    return nearestFirst.find((address) => !isTrusted(address)) ?? nearestFirst.at(-1) ?? '';
  };
}
