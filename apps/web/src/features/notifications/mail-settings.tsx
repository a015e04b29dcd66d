import type { NotificationSettings } from '@clearbook/contracts/notifications';
import { alertWords } from '@clearbook/contracts/words/alerts';
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

/** Which of these also go by mail. About money and access nobody can be left without word. */
export function MailSettings() {
  const settings = useQuery(queries.notificationSettings());
  const save = useSubmit('PUT /notifications/settings', {
    topics: ['notifications'],
    onSuccess: () => toast.success(words.saved),
    onProblem: () => setChosen(null),
  });
  // It moves under the finger; a refusal moves it back and says why.
  const [chosen, setChosen] = useState<Partial<NotificationSettings> | null>(null);
  const choose = (part: Partial<NotificationSettings>) => {
    if (save.pending || settings.data === undefined) return;
    const next = { ...settings.data, ...chosen, ...part };
    setChosen(next);
    void keep(next);
  };
  // Once what was kept has been read it shows as it is: another tab, or the link in a mail, may change it next.
  const keep = async (next: NotificationSettings) => {
    if ((await save.submit({ body: next })) === undefined) return;
    await settings.refetch();
    setChosen((now) => (now === next ? null : now));
  };
  return (
    <Panel title={words.settings}>
      <p className={classes.always}>{words.always}</p>
      {settings.isPending ? <Skeleton height={48} aria-busy /> : null}
      {settings.isError && settings.data === undefined ? (
        <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
      ) : null}
      {settings.data === undefined ? null : (
        <>
          <Switch
            mb="md"
            label={alertWords.mail}
            description={alertWords.mailHint}
            checked={chosen?.price_alerts ?? settings.data.price_alerts ?? true}
            onChange={(event) => choose({ price_alerts: event.currentTarget.checked })}
          />
          <Switch
            label={words.ownDoings}
            description={words.ownDoingsHint}
            checked={chosen?.own_doings ?? settings.data.own_doings}
            onChange={(event) => choose({ own_doings: event.currentTarget.checked })}
          />
          <p className={classes.linkHint}>{words.turnOffHint}</p>
        </>
      )}
      <FormErrorSummary>{save.problem?.detail}</FormErrorSummary>
    </Panel>
  );
}
