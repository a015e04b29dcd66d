import { lookup } from 'node:dns';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { PushRefused, type PushTransport } from '../../features/push/index.ts';

/** Nobody waits longer for a push service. */
const ANSWER_MS = 10_000;

/**
 * Push services are asked at addresses that browsers gave, which may be anything: https alone, a name whose every address is public, looked at in the moment
 * of connecting, no redirects, and nothing of the answer but its status.
 */
export const pushTransport: PushTransport = {
  send: ({ url, headers, body }) =>
    new Promise((resolve, reject) => {
      const { protocol, port, hostname } = new URL(url);
      if (protocol !== 'https:' || port !== '' || isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0)
        return reject(new PushRefused('not the address of a push service'));
      const signal = AbortSignal.timeout(ANSWER_MS);
      const sent = httpsRequest(url, { method: 'POST', headers, lookup: publicOnly, agent: false, signal });
      sent.on('error', reject);
      sent.on('response', (answer) => {
        resolve(answer.statusCode ?? 0);
        answer.destroy();
      });
      sent.end(body);
    }),
};

/** Resolves a name, and gives no address of a private network, of this machine, or of anything that is not the public internet. */
const publicOnly: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error !== null) return done(error, '');
    const [first] = found;
    if (first === undefined || !found.every(({ address }) => isPublic(address)))
      return done(new PushRefused('the name leads into a private network'), '');
    if (options.all === true) done(null, found);
    else done(null, first.address, first.family);
  });
};

export function isPublic(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}
