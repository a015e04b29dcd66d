import { OPTIONAL_MAILS } from '@clearbook/contracts/notifications';
import { unsubscribeWords as words } from '@clearbook/contracts/words/unsubscribe';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useSubmit } from '../../lib/use-submit.ts';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { isDeadLink } from './dead-link.ts';
import { PublicFrame } from './public-frame.tsx';
import frame from './public-frame.module.css';

/** The link “Turn these emails off” of a mail. A button, because programs that look at mails open links too, and press no buttons. */
export default function UnsubscribePage() {
  const [token] = useState(() => new URLSearchParams(location.search).get('token'));
  const [done, setDone] = useState(false);
  const turnOff = useSubmit('POST /notifications/unsubscribe', {
    topics: ['notifications'],
    onSuccess: () => setDone(true),
  });
  const kind = OPTIONAL_MAILS.find((one) => token?.startsWith(`${one}.`) === true);
  const { problem } = turnOff;
  return (
    <PublicFrame heading={words.title} title={words.title}>
      <Stack gap="md">
        {token === null || kind === undefined ? (
          <Text>{words.noToken}</Text>
        ) : (
          <>
            {!done && <Text>{words.text[kind]}</Text>}
            <FormErrorSummary>{problem?.fields[0]?.message ?? problem?.detail}</FormErrorSummary>
            {done && (
              <Alert
                color="gain"
                role="status"
                p="xs"
                styles={{ message: { color: 'var(--success)', fontWeight: 500 } }}
              >
                {words.done[kind]}
              </Alert>
            )}
            {!done && !isDeadLink(problem) && (
              <Button
                size="md"
                fullWidth
                loading={turnOff.pending}
                onClick={() => void turnOff.submit({ body: { token } })}
              >
                {words.turnOff}
              </Button>
            )}
          </>
        )}
        <div className={frame.links}>
          <Link to="/notifications">{words.settings}</Link>
        </div>
      </Stack>
    </PublicFrame>
  );
}
