import type { QueueItem, QueueName } from '@clearbook/contracts/queues';
import { queueWords as words } from '@clearbook/contracts/words/queues';
import { Checkbox } from '@mantine/core';
import clsx from 'clsx';
import { useEffect, useRef } from 'react';
import { formatMoney } from '../../lib/format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { ageOf } from '../manage/index.ts';
import classes from './queues.module.css';

type Props = {
  queue: QueueName;
  items: readonly QueueItem[];
  chosen: string | null;
  onChoose: (id: string) => void;
  /** Left out where several cannot be decided at once. */
  selected?: ReadonlySet<string>;
  onSelect: (id: string) => void;
};

/** What waits, a line an item. */
export function QueueList({ queue, items, chosen, onChoose, selected, onSelect }: Props) {
  return (
    <ul className={classes.list} aria-label={words.list(words.names[queue])}>
      {items.map((item) => (
        <li key={item.id} className={clsx(classes.row, item.id === chosen && classes.chosen)}>
          {selected !== undefined && (
            <Checkbox
              aria-label={words.select(nameOf(item))}
              checked={selected.has(item.id)}
              onChange={() => onSelect(item.id)}
            />
          )}
          <Line item={item} current={item.id === chosen} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  );
}

export function nameOf(item: QueueItem): string {
  return item.user_email ?? item.about ?? words.staff;
}

function Line({ item, current, onChoose }: { item: QueueItem; current: boolean; onChoose: (id: string) => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (current) button.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <button
      ref={button}
      type="button"
      className={classes.line}
      aria-current={current || undefined}
      onClick={() => onChoose(item.id)}
    >
      <span className={classes.who}>
        <span className={classes.email}>{nameOf(item)}</span>
        {item.user_fullname !== null && (
          <span className={classes.small} dir="auto">
            {item.user_fullname}
          </span>
        )}
      </span>
      <span className={classes.figures}>
        {item.amount !== null && <span className={classes.amount}>{formatMoney(item.amount)}</span>}
        <span className={classes.small}>{words.waits(ageOf(item.since))}</span>
      </span>
      <span className={classes.marks}>
        {item.late && <StatusBadge status="rejected" label={words.lateOne} />}
        {item.claim !== null && (
          <StatusBadge status="pending" label={item.claim.mine ? words.mine : item.claim.email} />
        )}
      </span>
    </button>
  );
}
