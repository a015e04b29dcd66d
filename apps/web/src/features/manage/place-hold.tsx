import type { AdminUser } from '@clearbook/contracts/admin';
import { holdCode, placeHoldBody } from '@clearbook/contracts/holds';
import { holdWords } from '@clearbook/contracts/words/holds';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { focusFirstError } from '../../lib/form.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { toast } from '../../ui/toast.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { firstErrors } from './first-errors.ts';
import { HoldEndField } from './hold-end-field.tsx';
import { fromUtcField } from './utc-field.ts';
import { TwoPeopleNote } from './two-people-note.tsx';

const { grounds, manage: words } = holdWords;
const NOTHING = { code: '', reference: '', end: '' };

type Props = { user: AdminUser; now: string; takesTwo: boolean };

/** "Place a hold": ground, reference and end, each asked for. What was typed stays until it is sent. */
export function PlaceHold({ user, now, takesTwo }: Props) {
  const [asking, setAsking] = useState(false);
  const [typed, setTyped] = useState(NOTHING);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const place = useSubmit('POST /admin/users/:id/holds', {
    form: { values: typed },
    topics: ['users', 'withdrawals', 'proposals'],
    onSuccess: (reply) => {
      setAsking(false);
      setTyped(NOTHING);
      toast.success(reply.proposal_id === null ? words.placed : words.proposed);
    },
    onProblem: (problem) => setErrors(Object.fromEntries(problem.fields.map((field) => [field.name, field.message]))),
  });
  if (user.status === 'closed') return null;
  const chosen = holdCode.safeParse(typed.code).data;

  const change = (part: Partial<typeof typed>) => {
    setTyped({ ...typed, ...part });
    setErrors({});
  };
  const submit = () => {
    const body = { code: typed.code, reference: typed.reference, ends_at: fromUtcField(typed.end) };
    const found = firstErrors(placeHoldBody, body);
    setErrors(found);
    if (Object.keys(found).length === 0)
      void place.submit({ params: { id: user.id }, body: placeHoldBody.parse(body) });
    else focusFirstError();
  };

  return (
    <>
      <Button
        variant="default"
        onClick={() => {
          place.clear();
          setErrors({});
          setAsking(true);
        }}
      >
        {words.place}
      </Button>
      <DecisionDialog
        opened={asking}
        title={words.placeTitle}
        text={words.placeText(user.email)}
        act={words.place}
        pending={place.pending}
        problem={place.problem !== null && place.problem.fields.length === 0 ? place.problem : null}
        onSubmit={submit}
        onClose={() => setAsking(false)}
      >
        {takesTwo ? <TwoPeopleNote>{words.placeTwo}</TwoPeopleNote> : null}
        <NativeSelect
          label={words.ground}
          description={chosen === undefined ? undefined : grounds[chosen].use}
          data={[
            { value: '', label: words.choose },
            ...holdCode.options.map((value) => ({ value, label: grounds[value].title })),
          ]}
          value={typed.code}
          error={errors['code']}
          data-autofocus
          onChange={(event) => change({ code: event.currentTarget.value })}
        />
        <TextInput
          label={words.reference}
          description={words.referenceHint}
          autoComplete="off"
          spellCheck={false}
          value={typed.reference}
          error={errors['reference']}
          onChange={(event) => change({ reference: event.currentTarget.value })}
        />
        <HoldEndField value={typed.end} error={errors['ends_at']} now={now} onChange={(end) => change({ end })} />
      </DecisionDialog>
    </>
  );
}
