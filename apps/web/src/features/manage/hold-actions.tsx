import { type AdminHold, liftHoldBody, renewHoldBody } from '@clearbook/contracts/holds';
import { holdWords } from '@clearbook/contracts/words/holds';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { focusFirstError } from '../../lib/form.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { toast } from '../../ui/toast.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { firstErrors } from './first-errors.ts';
import { HoldEndField } from './hold-end-field.tsx';
import { fromUtcField } from './utc-field.ts';
import { ReasonDialog } from './reason-dialog.tsx';

const { manage: words } = holdWords;
const TOPICS = ['users', 'withdrawals', 'proposals'] as const;

/** What can be done about a hold that runs: propose a later end, unless it is automatic; lift it. */
export function HoldActions({ hold, now }: { hold: AdminHold; now: string }) {
  const [asking, setAsking] = useState<'renew' | 'lift' | null>(null);
  const [end, setEnd] = useState('');
  const [error, setError] = useState<string>();
  const renew = useSubmit('POST /admin/holds/:id/renew', {
    form: { values: end },
    topics: TOPICS,
    onSuccess: () => {
      setAsking(null);
      setEnd('');
      toast.success(words.proposed);
    },
    onProblem: (problem) => setError(problem.fields[0]?.message),
  });
  const askRenewal = () => {
    renew.clear();
    setError(undefined);
    setAsking('renew');
  };
  const sendRenewal = () => {
    const body = { ends_at: fromUtcField(end) };
    const [found] = Object.values(firstErrors(renewHoldBody, body));
    setError(found);
    if (found === undefined) void renew.submit({ params: { id: hold.id }, body });
    else focusFirstError();
  };

  return (
    <>
      <Group gap="xs" mt="xs">
        {hold.automatic ? null : (
          <Button size="xs" variant="default" aria-label={words.renewOf(hold.reference)} onClick={askRenewal}>
            {words.renew}
          </Button>
        )}
        <Button size="xs" variant="default" aria-label={words.liftOf(hold.reference)} onClick={() => setAsking('lift')}>
          {words.lift}
        </Button>
      </Group>
      <DecisionDialog
        opened={asking === 'renew'}
        title={words.renewTitle}
        text={words.renewText(hold.reference, formatDateTime(hold.ends_at))}
        act={words.renew}
        pending={renew.pending}
        problem={renew.problem !== null && renew.problem.fields.length === 0 ? renew.problem : null}
        onSubmit={sendRenewal}
        onClose={() => setAsking(null)}
      >
        <HoldEndField
          value={end}
          error={error}
          now={now}
          onChange={(typed) => {
            setEnd(typed);
            setError(undefined);
          }}
        />
      </DecisionDialog>
      <ReasonDialog
        opened={asking === 'lift'}
        title={words.liftTitle}
        text={words.liftText(hold.reference)}
        act={words.lift}
        route="POST /admin/holds/:id/lift"
        request={(reason) => ({ params: { id: hold.id }, body: { reason } })}
        schema={liftHoldBody}
        topics={TOPICS}
        onDone={() => toast.success(words.lifted)}
        onClose={() => setAsking(null)}
      />
    </>
  );
}
