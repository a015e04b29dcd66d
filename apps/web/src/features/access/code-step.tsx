import { secondFactorCode } from '@clearbook/contracts/access';
import { accountWords } from '@clearbook/contracts/words/account';
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { ApiProblem } from '../../lib/problem.ts';
import { useFields } from '../../lib/use-declared-form.ts';
import { Form } from '../../ui/form.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { CodeField } from './code-field.tsx';
import { codeFields } from './code.form.ts';

const words = accountWords.login;

/** After the password: the code of the authenticator, or a recovery code. Fetched only by those who need it. */
export default function CodeStep({
  pending,
  problem,
  onCode,
  onBack,
}: {
  pending: boolean;
  /** The last refusal, if it was about a code. */
  problem: ApiProblem | null;
  onCode: (code: string) => void;
  onBack: () => void;
}) {
  // A refusal is about the code that was sent, not about the one that is being typed.
  const [typing, setTyping] = useState(false);
  const step = useFields(codeFields, undefined, { onTyped: ({ code }) => code !== '' && setTyping(true) });
  const refused =
    typing || problem === null || problem.code === 'auth.second_factor_required' ? undefined : problem.detail;
  const send = step.check(({ code }) => {
    step.form.reset();
    setTyping(false);
    onCode(secondFactorCode.parse(code));
  });
  return (
    <Form onSend={send}>
      <Stack gap="md">
        <Text role="status">{words.text}</Text>
        <CodeField autoFocus data-autofocus {...step.field('code')} />
        <FormErrorSummary>{step.errors['code'] === undefined ? refused : null}</FormErrorSummary>
        <Button type="submit" size="md" fullWidth disabled={pending}>
          {words.submit}
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={onBack}>
          {words.back}
        </Anchor>
      </Stack>
    </Form>
  );
}
