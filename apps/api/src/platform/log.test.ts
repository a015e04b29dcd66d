import pino from 'pino';
import { expect, it } from 'vitest';
import { gathered } from './log.ts';

it('[O59] the log is written once a turn of the event loop, in its order, and with a warning at once', async () => {
  const written: string[] = [];
  const log = pino({ base: null, timestamp: false }, gathered({ write: (text) => void written.push(text) }));
  const line = (level: number, msg: string): string => `{"level":${level},"msg":"${msg}"}\n`;

  log.info('a');
  log.info('b');
  expect(written).toEqual([]);
  await new Promise(setImmediate);
  expect(written).toEqual([line(30, 'a') + line(30, 'b')]);

  log.info('c');
  log.warn('d');
  log.info('e');
  expect(written.slice(1)).toEqual([line(30, 'c') + line(40, 'd')]);
  await new Promise(setImmediate);
  expect(written.slice(2)).toEqual([line(30, 'e')]);
});
