import type { Reply, RouteKey } from '@clearbook/contracts';
import { Checkbox, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import type { ApiProblem } from '../../lib/problem.ts';
import { useAskedAgain } from '../../lib/use-asked-again.ts';
import { useDeclaredForm } from '../../lib/use-declared-form.ts';
import { DecimalInput } from '../../ui/decimal-input.tsx';
import { toast } from '../../ui/toast.ts';
import { AskDialog } from './ask-dialog.tsx';
import type { Decision, Field } from './decision.ts';
import { ReasonField } from './reason-field.tsx';
import { toUtcField } from './utc-field.ts';

type Props<K extends RouteKey, V, Of> = {
  decision: Decision<K, V, Of>;
  of: Of;
  opened: boolean;
  onClose: () => void;
  /** It is done and said. */
  onDone?: (reply: Reply<K>) => void;
  onProblem?: (problem: ApiProblem) => void;
  onTyped?: (values: V) => void;
  /** Said between the sentence and the inputs. */
  children?: ReactNode;
  /** Said below the inputs. */
  below?: ReactNode;
  /** Said at the end of all. */
  last?: ReactNode;
};

/** Asks once more before something that cannot be taken back. What was typed stays until it is done; what was refused is forgotten when it is asked again. */
export function DecisionDialog<K extends RouteKey, V extends object, Of>(props: Props<K, V, Of>) {
  const { decision, of, opened, onClose } = props;
  const task = useDeclaredForm(decision, of, {
    ...(props.onTyped && { onTyped: props.onTyped }),
    onDone: (reply) => {
      form.reset();
      onClose();
      toast.success(decision.done(reply, of));
      props.onDone?.(reply);
    },
    onProblem: (problem) => props.onProblem?.(problem),
  });
  const { form, values } = task;
  useAskedAgain(opened, () => {
    form.clearErrors();
    task.clear();
    // What it began with may have changed since, and nobody has typed over it.
    const initial = decision.initial(of);
    if (form.isDirty() || JSON.stringify(initial) === JSON.stringify(form.getInitialValues())) return;
    form.setInitialValues(initial);
    form.setValues(initial);
  });
  const input = (field: Field) => <Input key={field.name} field={field} props={task.field(field.name as never)} />;
  return (
    <AskDialog
      opened={opened}
      title={decision.title(of, values)}
      text={decision.text(of)}
      act={decision.act(of, values)}
      danger={decision.danger?.(of, values) ?? false}
      pending={task.pending}
      refusal={task.refusal}
      onSend={task.send}
      onClose={onClose}
    >
      {props.children}
      {decision.fields(of, values).map(input)}
      {props.below}
      {decision.after?.(of).map(input)}
      {props.last}
    </AskDialog>
  );
}

type InputProps = { field: Field; props: GetInputPropsReturnType };

/** Each kind of input in its one form. */
function Input({ field, props }: InputProps) {
  const { label, hint, first = false } = field;
  const shown = { label, description: hint, ...(first && { 'data-autofocus': true }), ...props };
  switch (field.kind) {
    case 'reason':
      return <ReasonField {...(label !== undefined && { label })} {...props} />;
    case 'text':
    case 'code':
      return <TextInput autoComplete="off" {...(field.kind === 'code' && { spellCheck: false })} {...shown} />;
    case 'lines':
      return <Textarea autosize minRows={4} maxRows={12} {...shown} />;
    case 'number':
      return <TextInput inputMode="numeric" autoComplete="off" {...shown} />;
    case 'amount':
    case 'dollars':
      return <DecimalInput {...(field.kind === 'dollars' && { leftSection: '$' })} {...shown} />;
    case 'day':
      return <TextInput type="date" {...shown} />;
    case 'time':
      return (
        <TextInput
          type="datetime-local"
          min={toUtcField(field.from)}
          {...(field.until && { max: toUtcField(field.until) })}
          {...shown}
        />
      );
    case 'one':
      return <NativeSelect data={[...field.choices]} {...shown} />;
    case 'several':
      return (
        <Checkbox.Group {...shown}>
          <Stack gap="xs" mt="xs">
            {field.choices.map((choice) => (
              <Checkbox key={choice.value} {...choice} />
            ))}
          </Stack>
        </Checkbox.Group>
      );
  }
}
