import { stepUpBody } from '@clearbook/contracts/access';
import { accessWords } from '@clearbook/contracts/words/access';
import { siteWords } from '@clearbook/contracts/words/site';
import { uiWords } from '@clearbook/contracts/words/ui';
import { Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { focusFirstError } from '../../lib/form.ts';
import { queries } from '../../lib/queries.ts';
import { onStepUp } from '../../lib/step-up.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { CodeField } from '../access/code-field.tsx';
import { PasswordField } from '../access/password-field.tsx';
import { firstErrors } from './first-errors.ts';

const { stepUp: words } = siteWords;

/** Over whatever asked for it, which goes on by itself once the server has taken the password or a code. */
export function StepUpDialog() {
  const [asked, setAsked] = useState(false);
  const answer = useRef<(done: boolean) => void>(() => undefined);
  useEffect(
    () =>
      onStepUp(
        () =>
          new Promise((resolve) => {
            answer.current = resolve;
            setAsked(true);
          }),
      ),
    [],
  );
  const end = (done: boolean) => {
    setAsked(false);
    answer.current(done);
  };
  return (
    <Modal
      opened={asked}
      onClose={() => end(false)}
      // What is under it is told of the same key first, while it still waits, and so stays open.
      closeOnEscape={false}
      onKeyDown={({ key }) => key === 'Escape' && end(false)}
      title={words.title}
      centered
      zIndex={300}
      closeButtonProps={{ 'aria-label': uiWords.close }}
    >
      <StepUpForm onEnd={end} />
    </Modal>
  );
}

function StepUpForm({ onEnd }: { onEnd: (done: boolean) => void }) {
  const hasCode = useQuery(queries.me()).data?.two_factor === true;
  const [way, setWay] = useState<'password' | 'code'>(hasCode ? 'code' : 'password');
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const send = useSubmit('POST /auth/step-up', {
    form: { values: typed },
    onSuccess: () => onEnd(true),
    onProblem: (problem) => {
      setError(problem.fields[0]?.message);
      focusFirstError();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const body = { [way]: typed };
    const found = firstErrors(stepUpBody, body)[way];
    setError(found);
    if (found === undefined) void send.submit({ body: stepUpBody.parse(body) });
    else focusFirstError();
  };
  const type = (text: string) => {
    setTyped(text);
    setError(undefined);
  };
  const field = {
    value: typed,
    error,
    'data-autofocus': true,
    onChange: (event: { currentTarget: { value: string } }) => type(event.currentTarget.value),
  };
  const general = send.problem !== null && send.problem.fields.length === 0 ? send.problem.detail : null;

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">{words.text}</Text>
        {way === 'code' ? (
          <CodeField {...field} />
        ) : (
          <PasswordField label={accessWords.password} autoComplete="current-password" {...field} />
        )}
        {hasCode ? (
          <Anchor
            component="button"
            type="button"
            size="sm"
            onClick={() => {
              setWay(way === 'code' ? 'password' : 'code');
              type('');
              send.clear();
            }}
          >
            {way === 'code' ? words.usePassword : words.useCode}
          </Anchor>
        ) : null}
        <FormErrorSummary>{general}</FormErrorSummary>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onEnd(false)} disabled={send.pending}>
            {uiWords.cancel}
          </Button>
          <Button type="submit" loading={send.pending}>
            {words.confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
