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
import classes from './notifications.module.css';

/** Which of these also go by mail. There is one choice: about money and access nobody can be left without word. */
export function MailSettings() {
  const settings = useQuery(queries.notificationSettings());
  const save = useSubmit('PUT /notifications/settings', {
    topics: ['notifications'],
    onSuccess: () => toast.success(words.saved),
    onProblem: () => setChosen(null),
  });
  // It moves under the finger; a refusal moves it back and says why.
  const [chosen, setChosen] = useState<boolean | null>(null);
  return (
    <Panel title={words.settings}>
      <p className={classes.always}>{words.always}</p>
      {settings.isPending ? <Skeleton height={48} aria-busy /> : null}
      {settings.isError && settings.data === undefined ? (
        <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
      ) : null}
      {settings.data === undefined ? null : (
        <Switch
          label={words.ownDoings}
          description={words.ownDoingsHint}
          checked={chosen ?? settings.data.own_doings}
          onChange={(event) => {
            if (save.pending) return;
            setChosen(event.currentTarget.checked);
            void save.submit({ body: { own_doings: event.currentTarget.checked } });
          }}
        />
      )}
      <FormErrorSummary>{save.problem?.detail}</FormErrorSummary>
    </Panel>
  );
}
