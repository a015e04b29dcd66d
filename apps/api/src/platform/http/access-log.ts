import type { FastifyInstance } from 'fastify';
import type { Logger } from '../log.ts';
import { timings } from '../telemetry/index.ts';

/** A request slower than this is a warning. */
const SLOW_MS = 1_000;
/** Files of the client and addresses that nobody serves: one label for all, or anybody could make up as many as they like. */
const ELSEWHERE = 'other';

/** A line and a measurement for each request. The query is left out: a search holds what people typed. */
export function logRequests(app: FastifyInstance, everything: Logger): void {
  // None of its fields is ever hidden, and looking for what is to be hidden in each of them would cost most of the line.
  const log = everything.child({}, { redact: [] });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? ELSEWHERE;
    const { method } = request;
    const { statusCode: status, elapsedTime: ms } = reply;
    timings.requests.observe({ method, route, status: String(status) }, ms / 1_000);
    const slow = ms > SLOW_MS;
    if (slow || log.isLevelEnabled('info')) {
      const line = {
        method,
        route,
        path: request.url.split('?', 1)[0],
        status,
        ms: Math.round(ms * 10) / 10,
        bytes: Number(reply.getHeader('content-length')) || undefined,
        ip: request.ip,
        actor: request.signed?.userId,
        request_id: request.id,
      };
      if (slow) log.warn(line, 'slow request');
      else log.info(line, 'request');
    }
    done();
  });
}
