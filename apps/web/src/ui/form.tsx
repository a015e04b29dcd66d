import { uiWords } from '@clearbook/contracts/words/ui';
import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { FormErrorSummary } from './form-error-summary.tsx';
import { useHeld } from './held.ts';

type FormProps = {
  onSend: (event: FormEvent<HTMLFormElement>) => void;
  /** What the form is called where the page has several. */
  label?: string;
  children: ReactNode;
};

/** The frame of every form: the browser itself says nothing, and Enter sends this form alone. */
export function Form({ onSend, label, children }: FormProps) {
  return (
    <form
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        // A dialog is inside no other form on screen, but it may be inside one in the tree of components.
        event.stopPropagation();
        onSend(event);
      }}
    >
      {children}
    </form>
  );
}

type DialogFormProps = {
  onSend: (event: FormEvent<HTMLFormElement>) => void;
  onClose: () => void;
  /** What its button says. */
  act: string;
  danger?: boolean;
  pending?: boolean;
  disabled?: boolean;
  /** What was refused, as long as it isn't said beside a field. */
  refusal?: string | null | undefined;
  children: ReactNode;
};

/** A form in a dialog: fields, what was refused, and two buttons. While it is sent there is no way back. */
export function DialogForm(props: DialogFormProps) {
  const { pending = false } = props;
  useHeld(pending);
  return (
    <Form onSend={props.onSend}>
      <Stack gap="md">
        {props.children}
        <FormErrorSummary>{props.refusal}</FormErrorSummary>
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onClose} disabled={pending}>
            {uiWords.cancel}
          </Button>
          <Button
            type="submit"
            {...(props.danger === true ? { color: 'loss' } : {})}
            loading={pending}
            disabled={props.disabled === true}
          >
            {props.act}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
