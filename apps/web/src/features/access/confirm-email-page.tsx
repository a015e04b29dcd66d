import { messages } from '@clearbook/contracts/messages';
import { accountWords } from '@clearbook/contracts/words/account';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { STORED } from '../../app/storage-names.ts';
import { useStored } from '../../lib/stored.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { isDeadLink } from './dead-link.ts';
import { PublicFrame } from './public-frame.tsx';
import frame from './public-frame.module.css';
import { useLinkToken } from './use-link-token.ts';

const words = accountWords.email;

/** The link of the mail to a new address. A button, because programs that look at mails open links too, and press no buttons. */
export default function ConfirmEmailPage() {
  const { token, carried } = useLinkToken();
  // What was said of one link is not said of the next.
  return <ConfirmEmail key={token} token={token} ofNewAccount={carried.get('new') === 'account'} />;
}

function ConfirmEmail({ token, ofNewAccount }: { token: string | null; ofNewAccount: boolean }) {
  const [signedIn] = useStored(STORED.signedIn, '');
  const [done, setDone] = useState(false);
  const confirm = useSubmit('POST /auth/email/confirm', { topics: ['me'], onSuccess: () => setDone(true) });
  const problem = confirm.problem;
  const title = ofNewAccount || token === null ? words.confirmNewTitle : words.confirmTitle;
  return (
    <PublicFrame
      heading={title}
      title={title}
      {...(done || token === null ? {} : { text: ofNewAccount ? words.confirmNewText : words.confirmText })}
    >
      <Stack gap="md">
        {token === null && <Text>{words.noToken}</Text>}
        <FormErrorSummary>
          {ofNewAccount && isDeadLink(problem) ? words.deadNew : (problem?.fields[0]?.message ?? problem?.detail)}
        </FormErrorSummary>
        {done && (
          <Alert color="gain" role="status" p="xs" styles={{ message: { color: 'var(--success)', fontWeight: 500 } }}>
            {ofNewAccount ? words.confirmed : messages.email.updated}
          </Alert>
        )}
        {token !== null && !done && !isDeadLink(problem) && (
          <Button
            size="md"
            fullWidth
            loading={confirm.pending}
            onClick={() => void confirm.submit({ body: { token } })}
          >
            {words.confirm}
          </Button>
        )}
        <div className={frame.links}>
          {signedIn === '' ? <Link to="/login">{words.toLogin}</Link> : <Link to="/account">{words.toAccount}</Link>}
          {problem !== null && signedIn !== '' && !ofNewAccount && <Link to="/update-email">{words.again}</Link>}
        </div>
      </Stack>
    </PublicFrame>
  );
}
