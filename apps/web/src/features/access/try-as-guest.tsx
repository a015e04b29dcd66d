import { Button } from '@mantine/core';
import { guestWords as words } from '@clearbook/contracts/words/guest';
import { useNavigate } from 'react-router';
import { useSubmit } from '../../lib/use-submit.ts';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import frame from './public-frame.module.css';
import { beginSession } from './session.ts';

/** Demo mode: what this is, in one sentence, and a way in that asks for nothing. */
export function TryAsGuest() {
  const navigate = useNavigate();
  const begin = useSubmit('POST /auth/guest', {
    onSuccess: (me) => {
      beginSession(me);
      void navigate('/dashboard', { replace: true });
    },
  });
  return (
    <section className={frame.guest} aria-label={words.begin}>
      <p>{words.pitch}</p>
      <Button
        variant="default"
        size="md"
        fullWidth
        disabled={begin.pending}
        onClick={() => void begin.submit({ body: {} })}
      >
        {begin.pending ? words.beginning : words.begin}
      </Button>
      <FormErrorSummary>{begin.problem?.detail}</FormErrorSummary>
      <p className={frame.hint}>{words.beginHint}</p>
    </section>
  );
}
