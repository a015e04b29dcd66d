import clsx from 'clsx';
import { statusWords, UNKNOWN_STATUS } from '@clearbook/contracts/words/ui';
import classes from './status-badge.module.css';

/** What a state means for the person; a state that is not listed here is neutral. */
const TONES: Record<string, 'success' | 'danger' | 'waiting' | 'gain' | 'loss'> = {
  approved: 'success',
  active: 'success',
  profit: 'gain',
  rejected: 'danger',
  suspended: 'danger',
  overdue: 'danger',
  declined: 'danger',
  loss: 'loss',
  returned: 'danger',
  awaiting_payment: 'waiting',
  awaiting_code: 'waiting',
  pending: 'waiting',
  waiting: 'waiting',
  refused: 'danger',
};

type Props = {
  status: string;
  /** In place of the state's own word. */
  label?: string;
  /** The label is a sentence, which may take two lines. */
  sentence?: boolean;
};

/** What state a record is in. The word carries the meaning, the colour only helps. */
export function StatusBadge({ status, label, sentence = false }: Props) {
  const tone = TONES[status];
  return (
    <span className={clsx(classes.badge, sentence && classes.sentence, tone !== undefined && classes[tone])}>
      {label ?? statusWords[status] ?? UNKNOWN_STATUS}
    </span>
  );
}
