import { createHash } from 'node:crypto';
import { namedSql } from '@clearbook/domain/ledger';

/** A ledger function's first line: its version, and the text that had it, with the codes and limits that it names. `npm run format` counts the version up where the text is another one. */
const HEADER = /^-- Version (\d+), text ([0-9a-f]{12})\.\n/;

export type FunctionText = {
  /** 0 where the file has no first line of this kind yet. */
  readonly version: number;
  /** Whether the version is the one of this text. */
  readonly current: boolean;
  readonly body: string;
};

export function readFunction(text: string): FunctionText {
  const [line = '', version = '0', digest] = HEADER.exec(text) ?? [];
  const body = text.slice(line.length);
  return { version: Number(version), current: digest === digestOf(body), body };
}

/** The same text under the version that it should have. Versions only grow, and the same text keeps its own. */
export function numbered(text: string): string {
  const { version, current, body } = readFunction(text);
  return current ? text : `-- Version ${version + 1}, text ${digestOf(body)}.\n${body}`;
}

function digestOf(body: string): string {
  return createHash('sha256').update(namedSql(body)).digest('hex').slice(0, 12);
}
