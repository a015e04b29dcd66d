import pino from 'pino';
import type { Logger } from 'pino';

export type { Logger };
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * One JSON object a line on stderr, so that stdout stays for what a person reads. Without LOG_LEVEL a terminal shows warnings only;
 * anywhere else (a service manager, a container) everything from info up is written, a line for each request among it.
 */
export function createLog(options: { level?: LogLevel | undefined } = {}): Logger {
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
