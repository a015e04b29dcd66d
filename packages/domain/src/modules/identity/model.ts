import {
  fixed,
  flag,
  id,
  nullable,
  oneOf,
  reading,
  type RowOf,
  rowsOf,
  table,
  text,
  time,
} from '../../kernel/table.ts';

/** The state of a client's identity documents, for commands about them. */
export const VERIFICATIONS = table(
  'app.verification',
  {
    userId: id,
    /** Names what was sent last. */
    submission: fixed(id),
    state: oneOf('pending', 'approved', 'declined'),
    decidedAt: nullable(time),
    decidedBy: nullable(id),
    /** Whether an earlier approval stands while newer documents wait or were declined. */
    stands: flag,
  },
  { key: ['userId'], rule: 'I14' },
);
export type Verification = RowOf<typeof VERIFICATIONS>;

/** The pictures, each with its state and what the client reads about it. */
export const VERIFICATION_DOCUMENTS = table(
  'app.verification_document',
  {
    id,
    userId: fixed(id),
    state: oneOf('pending', 'approved', 'declined'),
    reason: nullable(text),
    replacedAt: nullable(time),
  },
  { rule: 'I14' },
);
/** Those of a client that count now. */
export const DOCUMENTS_OF = rowsOf(VERIFICATION_DOCUMENTS, 'userId', { where: { replacedAt: null } });

/** Whether a client's source of funds is documented, as two members of staff decided last. */
export const DOCUMENTED_FUNDS = table(
  'documented_funds',
  {
    clientId: id,
    documented: flag,
    at: time,
  },
  { key: ['clientId'] },
);

/** What a client's level follows from. Read in live mode alone: elsewhere nobody has one. */
export type Standing = {
  readonly verified: boolean;
  readonly documented: boolean;
  /** The last UTC day of the document that was approved; null where it has none, or nobody has recorded one. */
  readonly expiresOn: string | null;
};
export const STANDINGS = reading<Standing>('standings');
