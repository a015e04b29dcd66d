import type { PoolClient } from 'pg';
import type { Market } from '../market/index.ts';
import type { LoggedRow, Receipts } from '../transparency/index.ts';
import type { Fields, Row } from './fields.ts';

/** What the files of one archive are made from: a snapshot of the books, and the receipts of one checkpoint. */
export type Source = {
  readonly snapshot: PoolClient;
  readonly clientId: string;
  readonly book: number;
  readonly now: Date;
  readonly market: Pick<Market, 'marks' | 'showing' | 'bars' | 'status'>;
  /** The months that were made into documents, which are in the archive before this file. */
  readonly printed: readonly Row[];
  /** One for each row, in that order; undefined where the checkpoint doesn't cover it. */
  receipts(rows: readonly LoggedRow[]): Promise<Receipts['receipts']>;
};

export type ArchiveFile = {
  readonly name: string;
  /** What one line is, for whoever opens it. */
  readonly about: string;
  /** The tables whose rows of the client are in it. */
  readonly tables: readonly string[];
  readonly fields: Fields;
  /** A statement that gives the lines in their order, with the client's id as $1; or what makes them. */
  readonly rows: string | ((source: Source) => AsyncIterable<Row>);
};
