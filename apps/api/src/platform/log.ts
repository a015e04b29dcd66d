import pino from 'pino';
import type { Logger } from 'pino';

export type { Logger };

/**
 * One JSON object a line on stderr, so that stdout stays for what a person reads. On a terminal only warnings are shown;
 * anywhere else (a service manager, a container) everything from info up is written.
 */
export function createLog(options: { level?: pino.Level } = {}): Logger {
  return pino(
    {
      level: options.level ?? (process.stderr.isTTY ? 'warn' : 'info'),
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: ['req.headers.cookie', 'req.headers.authorization', '*.password', '*.token'],
        censor: '[hidden]',
      },
    },
    pino.destination({ dest: 2, sync: true }),
  );
}
