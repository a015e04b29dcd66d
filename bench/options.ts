import { parseArgs } from 'node:util';

const PARTS = ['watch', 'sockets', 'books', 'profile'] as const;

export type Options = {
  readonly seconds: number;
  readonly rounds: number;
  /** The commit to measure beside this version; undefined for none. */
  readonly against: string | undefined;
  /** How many entries are in the further databases. */
  readonly entries: readonly number[];
  readonly without: readonly (typeof PARTS)[number][];
  readonly json: boolean;
};

/**
 *   --seconds N        length of each measurement (8)
 *   --rounds N         rounds, of which the median counts (3)
 *   --against COMMIT   measured in turns with this version (the first version of the kernel; "none" for this version alone)
 *   --entries N,N      databases with so many entries, measured in turns with the empty one (1000000; "none")
 *   --without A,B      leave out watch, sockets, books or profile, for a shorter look
 *   --json             one JSON object on standard output, and docs/performance.md stays as it is
 */
export function readOptions(args: readonly string[], baseline: string | undefined): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string', default: '8' },
      rounds: { type: 'string', default: '3' },
      against: { type: 'string' },
      entries: { type: 'string', default: '1000000' },
      without: { type: 'string', default: '' },
      json: { type: 'boolean', default: false },
    },
  });
  const against = values.against ?? baseline;
  return {
    seconds: whole('seconds', values.seconds),
    rounds: whole('rounds', values.rounds),
    against: against === 'none' ? undefined : against,
    entries: values.entries === 'none' ? [] : values.entries.split(',').map((each) => whole('entries', each)),
    without: values.without
      .split(',')
      .filter((each) => each !== '')
      .map(part),
    json: values.json,
  };
}

function whole(name: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`--${name} takes a whole number from 1`);
  return Number(text);
}

function part(text: string): (typeof PARTS)[number] {
  const found = PARTS.find((each) => each === text);
  if (!found) throw new Error(`--without takes ${PARTS.join(', ')}, not "${text}"`);
  return found;
}
