import type { Withdrawal } from '@clearbook/contracts/funding';
import { withdrawalWords as words } from '@clearbook/contracts/words/withdrawals';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatUsd } from '../../lib/format.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.ts';

const topics = ['withdrawals', 'account'] as const;

/** What the client can do with one withdrawal in its present state. */
export function WithdrawalActions({ withdrawal }: { withdrawal: Withdrawal }) {
  const { status } = withdrawal;
  return (
    <>
      {status === 'awaiting_code' ? (
        <Button component={Link} to={`/select-withdrawal?id=${withdrawal.id}`} size="xs" variant="light">
          {words.enterCode}
        </Button>
      ) : null}
      {status === 'awaiting_code' || status === 'pending' ? <Cancel withdrawal={withdrawal} /> : null}
      {status === 'approved' && !withdrawal.not_received ? <NotReceived withdrawal={withdrawal} /> : null}
    </>
  );
}

function Cancel({ withdrawal }: { withdrawal: Withdrawal }) {
  const [asking, setAsking] = useState(false);
  const cancel = useSubmit('POST /withdrawals/:id/cancel', {
    topics,
    onSuccess: () => {
      setAsking(false);
      toast.success(words.cancelled);
    },
  });
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        {words.cancel}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={words.cancelTitle}
        confirm={words.cancelConfirm}
        danger
        pending={cancel.pending}
        problem={cancel.problem?.detail}
        onConfirm={() => void cancel.submit({ params: { id: withdrawal.id } })}
        onClose={() => {
          cancel.clear();
          setAsking(false);
        }}
      >
        {words.cancelText(formatUsd(withdrawal.amount.amount))}
      </ConfirmDialog>
    </>
  );
}

function NotReceived({ withdrawal }: { withdrawal: Withdrawal }) {
  const [asking, setAsking] = useState(false);
  const report = useSubmit('POST /withdrawals/:id/not-received', {
    topics,
    onSuccess: () => {
      setAsking(false);
      toast.success(words.notReceivedDone);
    },
  });
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        {words.notReceived}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={words.notReceivedTitle}
        confirm={words.notReceivedConfirm}
        pending={report.pending}
        problem={report.problem?.detail}
        onConfirm={() => void report.submit({ params: { id: withdrawal.id } })}
        onClose={() => {
          report.clear();
          setAsking(false);
        }}
      >
        {words.notReceivedText}
      </ConfirmDialog>
    </>
  );
}
