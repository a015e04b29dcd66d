import type { PushState } from '@clearbook/contracts/push';
import { notificationWords as words } from '@clearbook/contracts/words/notifications';
import { Skeleton, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../lib/queries.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';
import { canPush, held, subscribe, unsubscribe } from './browser-push.ts';
import classes from './notifications.module.css';

/** Whether this device is told while the site is closed, and what its locked screen may show. */
export function PushSettings() {
  const state = useQuery(queries.push());
  return (
    <Panel title={words.push}>
      {!canPush() ? (
        <p className={classes.always}>{words.pushMissing}</p>
      ) : state.data !== undefined ? (
        <Choices state={state.data} />
      ) : state.isError ? (
        <ErrorState error={state.error} onRetry={() => void state.refetch()} />
      ) : (
        <Skeleton height={48} aria-busy />
      )}
    </Panel>
  );
}

function Choices({ state: { public_key: key, subscription } }: { state: PushState }) {
  const [refused, setRefused] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const shared = { topics: ['notifications'] as const, onSuccess: () => toast.success(words.saved) };
  const save = useSubmit('PUT /me/push', shared);
  const end = useSubmit('DELETE /me/push', shared);
  const busy = asking || save.pending || end.pending;
  const on = (details: boolean) => {
    setAsking(true);
    setRefused(null);
    const kept = subscription === null ? Promise.resolve(undefined) : held(subscription.endpoint);
    kept
      .then(async (known) => save.submit({ body: { ...(known ?? (await subscribe(key))), details } }))
      .catch((error: unknown) => setRefused(error instanceof Error ? error.message : String(error)))
      .finally(() => setAsking(false));
  };
  const off = () => {
    setRefused(null);
    void end.submit({});
    // The server sends nothing more, whatever the browser says.
    unsubscribe().catch(() => undefined);
  };
  return (
    <>
      <Switch
        label={words.pushOn}
        description={words.pushHint}
        checked={subscription !== null}
        disabled={busy}
        onChange={(event) => (event.currentTarget.checked ? on(false) : off())}
      />
      {subscription !== null && (
        <Switch
          mt="md"
          label={words.pushDetails}
          description={words.pushDetailsHint}
          checked={subscription.details}
          disabled={busy}
          onChange={(event) => on(event.currentTarget.checked)}
        />
      )}
      <FormErrorSummary>{refused ?? save.problem?.detail ?? end.problem?.detail}</FormErrorSummary>
    </>
  );
}
