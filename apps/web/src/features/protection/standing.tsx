import type { Protection } from '@clearbook/contracts/protection';
import { messages } from '@clearbook/contracts/messages';
import { protectionWords } from '@clearbook/contracts/words/protection';
import { Button } from '@mantine/core';
import { Hourglass } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { TimeLeft } from './time-left.tsx';
import classes from './protection.module.css';

const words = protectionWords.standing;

type Props = { timeOut: NonNullable<Protection['time_out']>; asOf: string; answeredAt: number };

/** A break that stands: until when, what works all the same, and after a self-exclusion the way back. */
export function Standing({ timeOut, asOf, answeredAt }: Props) {
  const [asking, setAsking] = useState(false);
  const comeBack = useSubmit('POST /me/time-outs/return', {
    failed: messages.protection.failed,
    topics: ['protection'],
    onSuccess: () => {
      toast.success(words.asked);
      setAsking(false);
    },
  });
  const until = timeOut.return_at ?? (timeOut.may_return ? null : timeOut.until);
  return (
    <section className={classes.standing} role="status">
      <Hourglass size={20} aria-hidden />
      <div className={classes.standingWords}>
        <p className={classes.standingTitle}>{standingText(timeOut)}</p>
        <p>
          {until === null ? null : (
            <>
              <TimeLeft until={until} asOf={asOf} answeredAt={answeredAt} />
              {'. '}
            </>
          )}
          {words.still}
        </p>
      </div>
      {timeOut.may_return ? (
        <Button variant="default" onClick={() => setAsking(true)}>
          {words.comeBack}
        </Button>
      ) : null}
      <ConfirmDialog
        opened={asking}
        title={words.comeBackTitle}
        confirm={words.comeBack}
        pending={comeBack.pending}
        problem={comeBack.problem?.detail}
        onConfirm={() => void comeBack.submit({ body: {} })}
        onClose={() => {
          setAsking(false);
          comeBack.clear();
        }}
      >
        {words.comeBackText}
      </ConfirmDialog>
    </section>
  );
}

/** In one sentence, in the reader's own time. */
export function standingText({ kind, until, may_return: mayReturn, return_at: returnAt }: Props['timeOut']): string {
  if (returnAt !== null) return words.returning(formatDateTime(returnAt));
  return mayReturn ? words.over : words[kind](formatDateTime(until));
}

/** The same about somebody else, in a few words. */
export function standingOfOther({ kind, until, may_return: mayReturn, return_at: returnAt }: Props['timeOut']): string {
  if (returnAt !== null) return words.other.returning(formatDateTime(returnAt));
  return mayReturn ? words.other.over : words.other[kind](formatDateTime(until));
}
