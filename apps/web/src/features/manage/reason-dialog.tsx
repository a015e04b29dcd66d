import type { Reply, RouteKey } from '@clearbook/contracts';
import { type ReactNode, useState } from 'react';
import type { core } from 'zod/mini';
import { focusFirstError } from '../../lib/form.ts';
import { type SubmitOptions, type SubmitRequest, useSubmit } from '../../lib/use-submit.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { firstErrors } from './first-errors.ts';
import { ReasonField } from './reason-field.tsx';

type Props<K extends RouteKey> = Pick<SubmitOptions<K>, 'topics' | 'failed' | 'onProblem'> & {
  opened: boolean;
  title: string;
  text: string;
  /** The word on the button that does it. */
  act: string;
  danger?: boolean;
  /** What the reason is called, where it is not simply the reason. */
  label?: string | undefined;
  route: K;
  /** What is sent, with the reason as it was typed. */
  request: (reason: string) => SubmitRequest<K>;
  /** The route's own: what it says of `reason` is said before anything is sent. */
  schema: core.$ZodType;
  /** It is done, and the dialog is closing. */
  onDone: (reply: Reply<K>) => void;
  onClose: () => void;
  /** Said above the reason. */
  children?: ReactNode;
};

/** Asks for the reason of an act, then does it. What was typed stays until it is done; what was refused is forgotten when it is asked again. */
export function ReasonDialog<K extends RouteKey>({
  route,
  request,
  schema,
  topics,
  failed,
  onProblem,
  onDone,
  label,
  children,
  ...dialog
}: Props<K>) {
  const { opened, onClose } = dialog;
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const task = useSubmit(route, {
    form: { values: reason },
    topics,
    failed,
    onSuccess: (reply) => {
      setReason('');
      onClose();
      onDone(reply);
    },
    onProblem: (problem, sent) => {
      setError(problem.fields.find((field) => field.name === 'reason')?.message);
      onProblem?.(problem, sent);
    },
  });
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) {
      setError(undefined);
      task.clear();
    }
  }
  const submit = () => {
    const found = firstErrors(schema, request(reason).body)['reason'];
    setError(found);
    if (found === undefined) void task.submit(request(reason));
    else focusFirstError();
  };
  const besideField = task.problem?.fields.some((field) => field.name === 'reason') === true;

  return (
    <DecisionDialog {...dialog} pending={task.pending} problem={besideField ? null : task.problem} onSubmit={submit}>
      {children}
      <ReasonField
        label={label}
        value={reason}
        error={error}
        onChange={(typed) => {
          setReason(typed);
          setError(undefined);
        }}
      />
    </DecisionDialog>
  );
}
