import type { QueueItem, QueueName } from '@clearbook/contracts/queues';
import { manageWords } from '@clearbook/contracts/words/manage';
import { messages } from '@clearbook/contracts/messages';
import { queueWords as words } from '@clearbook/contracts/words/queues';
import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { focusFirstError } from '../../lib/form-errors.ts';
import { formatMoney } from '../../lib/format.ts';
import { invalidateTopics } from '../../lib/query-client.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { useFocusKept } from '../../lib/use-submit.ts';
import { decideEach, type Outcome, type Verdict } from './bulk.ts';
import { nameOf } from './queue-list.tsx';
import classes from './queues.module.css';

const REASON_MAX = 500;

type Props = {
  queue: QueueName;
  items: readonly QueueItem[];
  verdict: Verdict;
  /** Why they are rejected, kept where the dialog is left and asked again. */
  reason: readonly [string, (reason: string) => void];
  opened: boolean;
  onClose: (decided: ReadonlySet<string>) => void;
};

/** Asks once for all of them, then shows what became of each. */
export function BulkDialog({ queue, items, verdict, reason: kept, opened, onClose }: Props) {
  const [reason, setReason] = kept;
  const [keys] = useState(() => new Map(items.map(({ id }) => [id, crypto.randomUUID()])));
  const [problem, setProblem] = useState<string | null>(null);
  const [running, setRunning] = useState(false);
  const keepFocus = useFocusKept(running);
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const over = !running && outcomes.length > 0;
  const close = () => {
    if (over) setReason('');
    onClose(new Set(outcomes.filter(({ ok }) => ok).map(({ item }) => item.id)));
  };
  const go = async () => {
    if (verdict === 'reject' && reason.trim() === '') {
      setProblem(messages.admin.reasonRequired);
      return focusFirstError();
    }
    keepFocus();
    setRunning(true);
    await decideEach(queue, items, { verdict, reason: reason.trim(), keys }, (outcome) =>
      setOutcomes((known) => [...known, outcome]),
    );
    setRunning(false);
    invalidateTopics(['deposits', 'withdrawals']);
  };
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={running ? () => undefined : close}
      title={verdict === 'approve' ? words.bulkApprove(items.length) : words.bulkReject(items.length)}
      centered
    >
      <Stack>
        <Text>{words.bulkText}</Text>
        {verdict === 'reject' && outcomes.length === 0 && (
          <Textarea
            label={words.reason}
            autosize
            minRows={2}
            maxLength={REASON_MAX}
            value={reason}
            error={problem}
            onChange={(event) => {
              setReason(event.currentTarget.value);
              setProblem(null);
            }}
          />
        )}
        {outcomes.length > 0 && (
          <ul className={classes.outcomes} aria-label={words.results} aria-live="polite">
            {outcomes.map(({ item, ok, said }) => (
              <li key={item.id} className={ok ? undefined : classes.failed}>
                <strong>{nameOf(item)}</strong>
                {item.amount === null ? null : <span>{formatMoney(item.amount)}</span>}
                <span>{said}</span>
              </li>
            ))}
          </ul>
        )}
        <Group justify="flex-end">
          {over ? (
            // It stands in the place of the button that was pressed, which is gone.
            <Button autoFocus onClick={close}>
              {words.close}
            </Button>
          ) : (
            <>
              <Button variant="default" disabled={running} onClick={close}>
                {manageWords.review.cancel}
              </Button>
              <Button loading={running} {...(verdict === 'reject' && { color: 'loss' })} onClick={() => void go()}>
                {verdict === 'approve' ? manageWords.review.approve : manageWords.review.reject}
              </Button>
            </>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
