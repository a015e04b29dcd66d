import { secondFactorCode } from '@clearbook/contracts/access';
import { accountWords } from '@clearbook/contracts/words/account';
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { ApiProblem } from '../../lib/problem.ts';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { CodeField } from './code-field.tsx';

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
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  // A refusal is about the code that was sent, not about the one that is being typed.
  const [typing, setTyping] = useState(false);
  const refused =
    typing || problem === null || problem.code === 'auth.second_factor_required' ? undefined : problem.detail;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = secondFactorCode.safeParse(code);
    if (!read.success) return setError(read.error.issues[0]?.message);
    setError(undefined);
    setCode('');
    setTyping(false);
    onCode(read.data);
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <Text role="status">{words.text}</Text>
        <CodeField
          autoFocus
          data-autofocus
          value={code}
          error={error}
          onChange={(event) => {
            setCode(event.currentTarget.value);
            setTyping(true);
            setError(undefined);
          }}
        />
        <FormErrorSummary>{error === undefined ? refused : null}</FormErrorSummary>
        <Button type="submit" size="md" fullWidth disabled={pending}>
          {words.submit}
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={onBack}>
          {words.back}
        </Anchor>
      </Stack>
    </form>
  );
}
