import { reconciliationWords as words } from '@clearbook/contracts/words/reconciliation';
import { formatDateTime, NO_VALUE } from '../../lib/format.ts';
import classes from './reconciliation.module.css';

/** The badge knows the states of records: a closed day is as an approved one. */
export const STATE_TONES = { open: '', prepared: 'pending', sent_back: 'rejected', closed: 'approved' } as const;

export function Who({ email, at }: { email: string | null; at: string | null }) {
  if (email === null || at === null) return NO_VALUE;
  return <span className={classes.text}>{words.who(email, formatDateTime(at))}</span>;
}
