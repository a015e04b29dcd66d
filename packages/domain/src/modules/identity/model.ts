import { fixed, id, nullable, oneOf, type RowOf, rowsOf, table, text, time } from '../../kernel/table.ts';

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
