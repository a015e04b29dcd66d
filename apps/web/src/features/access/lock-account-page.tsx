import { lockWords as words } from '@clearbook/contracts/words/lock';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useSubmit } from '../../lib/use-submit.ts';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { isDeadLink } from './dead-link.ts';
import { PublicFrame } from './public-frame.tsx';
import frame from './public-frame.module.css';
import { useLinkToken } from './use-link-token.ts';

/** The link of the mail about a change of access. A button, because programs that look at mails open links too, and press no buttons. */
export default function LockAccountPage() {
  const { token } = useLinkToken();
  // What was said of one link is not said of the next.
  return <LockAccount key={token} token={token} />;
}

function LockAccount({ token }: { token: string | null }) {
  const [done, setDone] = useState(false);
  const lock = useSubmit('POST /auth/lock', { topics: ['me'], onSuccess: () => setDone(true) });
  const { problem } = lock;
  return (
    <PublicFrame heading={words.title} title={words.title} {...(done || token === null ? {} : { text: words.text })}>
      <Stack gap="md">
        {token === null && <Text>{words.noToken}</Text>}
        <FormErrorSummary>{problem?.fields[0]?.message ?? problem?.detail}</FormErrorSummary>
        {done && (
          <Alert color="gain" role="status" p="xs" styles={{ message: { color: 'var(--success)', fontWeight: 500 } }}>
            {words.done}
          </Alert>
        )}
        {token !== null && !done && !isDeadLink(problem) && (
          <Button size="md" fullWidth loading={lock.pending} onClick={() => void lock.submit({ body: { token } })}>
            {words.lock}
          </Button>
        )}
        <div className={frame.links}>
          <Link to="/reset-password">{words.reset}</Link>
        </div>
      </Stack>
    </PublicFrame>
  );
}
