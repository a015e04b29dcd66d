import pino from 'pino';
import type { DestinationStream, Logger } from 'pino';

export type { Logger };
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** As pino counts. */
const WARN = 40;

/**
 * The lines of one turn of the event loop are written together: a call of the kernel for each would cost a request more than its line. A warning takes
 * what came before it along at once, and so does the end of the process.
 */
export function gathered(out: Pick<DestinationStream, 'write'>): DestinationStream {
  let lines = '';
  let began = false;
  const write = (): void => {
    const text = lines;
    lines = '';
    if (text !== '') out.write(text);
  };
  const stream = {
    // Has pino say how serious each line is.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string): void {
      if (!began) process.once('exit', write);
      began = true;
      if (lines === '') setImmediate(write);
      lines += line;
      if (stream.lastLevel >= WARN) write();
    },
  };
  return stream;
}

const STDERR = gathered(pino.destination({ dest: 2, sync: true }));

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
    STDERR,
  );
}
