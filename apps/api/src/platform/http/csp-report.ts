import type { FastifyInstance } from 'fastify';
import { GENERAL, type Limit } from '../limits/index.ts';
import type { Logger } from '../log.ts';
import { CSP_REPORT_PATH } from './headers.ts';
import { networkOf } from './networks.ts';
import type { Rate } from './rate.ts';

const REPORT_MAX_BYTES = 16 * 1024;
const REPORTS: readonly Limit[] = [GENERAL, { name: 'csp-report', points: 60, windowSeconds: 60 }];
const TEXT_MAX_LENGTH = 300;

/** Where browsers tell of something that the page's policy stopped. Logged, in few words, and counted. */
export function mountCspReports(app: FastifyInstance, options: { log: Logger; rate: Rate }): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json', 'application/json'],
      { parseAs: 'string', bodyLimit: REPORT_MAX_BYTES },
      (_request, body, done) => done(null, body),
    );
    scope.post(CSP_REPORT_PATH, { bodyLimit: REPORT_MAX_BYTES, config: { counted: true } }, async (request, reply) => {
      const tooMany = options.rate(reply, REPORTS, networkOf(request.ip));
      if (tooMany) throw tooMany;
      options.log.warn({ report: String(request.body).slice(0, TEXT_MAX_LENGTH) }, 'content security policy report');
      return reply.code(204).send();
    });
  });
}
