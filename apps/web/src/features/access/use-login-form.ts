import type { Me } from '@clearbook/contracts';
import { firstMessages } from '@clearbook/contracts/first-messages';
import { useState, type FormEvent } from 'react';
import { focusFirstError, showFieldProblems, type FieldErrors } from '../../lib/form-errors.ts';
import { useSubmit } from '../../lib/use-submit.ts';

type Values = { email: string; password: string };

/** The login form without a form library, which keeps the entry of the application light. */
export function useLoginForm(onSuccess: (me: Me) => void) {
  const [values, setValues] = useState<Values>({ email: '', password: '' });
  const [errors, setErrors] = useState<FieldErrors>({});
  const [needsCode, setNeedsCode] = useState(false);
  const login = useSubmit('POST /auth/sign-in', {
    failed: firstMessages.login.failed,
    form: { values },
    onSuccess,
    onProblem: (problem) => {
      if (problem.code === 'auth.second_factor_required') setNeedsCode(true);
      // The password was changed meanwhile: back to where it is typed.
      else if (problem.code === 'auth.invalid_credentials') setNeedsCode(false);
      showFieldProblems({ setErrors, getValues: () => values }, problem);
    },
  });
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const found = await check(values);
    setErrors(found);
    if (Object.keys(found).length > 0) focusFirstError();
    else await login.submit({ body: values });
  };
  const field = (name: keyof Values) => ({
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setValues((before) => ({ ...before, [name]: value }));
      setErrors(({ [name]: _, ...others }) => others);
    },
  });
  const sendCode = (code: string) => void login.submit({ body: { ...values, code } });
  const back = () => {
    setNeedsCode(false);
    login.clear();
  };
  return { field, send, sendCode, back, needsCode, pending: login.pending, problem: login.problem };
}

/** When the rules cannot be fetched the server, which has the same ones, is asked. */
async function check(values: Values): Promise<FieldErrors> {
  try {
    const { signInRules } = await import('./sign-in-rules.ts');
    return signInRules(values) as FieldErrors;
  } catch {
    return {};
  }
}
