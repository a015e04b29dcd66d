import { putSettingsBody } from '@clearbook/contracts/admin';
import type { Settings } from '@clearbook/contracts/admin';
import { messages } from '@clearbook/contracts/messages';
import { uploadRefusal } from '@clearbook/contracts/uploads';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { siteWords } from '@clearbook/contracts/words/site';
import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { focusFirstError, rulesOf, showFieldProblems } from '../../lib/form.ts';
import { formatDate, formatDateTime } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { ImageInput } from '../../ui/image-input.tsx';
import { toast } from '../../ui/toast.ts';
import { MailPanel } from './mail-panel.tsx';
import { MarketPanel } from './market-panel.tsx';
import { ReasonField } from './reason-field.tsx';
import { RecordState } from './record-state.tsx';
import { ReleaseLimitsPanel } from './release-limits-panel.tsx';
import { TwoPeopleNote, WaitsForSecond } from './two-people-note.tsx';
import { DecimalInput } from '../../ui/decimal-input.tsx';
import classes from './manage.module.css';

const { settings } = words;

export function SettingsTab() {
  const saved = useQuery(queries.adminSettings());
  return (
    <>
      <div className={classes.formTab}>
        <RecordState query={saved} notFound={messages.common.notFound}>
          {(record) => <SettingsForm saved={record} />}
        </RecordState>
      </div>
      <div className={classes.below}>
        <ReleaseLimitsPanel />
      </div>
      <div className={classes.below}>
        <MarketPanel />
      </div>
      <div className={classes.below}>
        <MailPanel />
      </div>
    </>
  );
}

type Values = Pick<Settings, 'sitename' | 'miniwithdrawal' | 'withdrawalpercent'> & { reason: string };

/** One Update button for all of it: a chosen favicon goes first, and the rest is saved only when it was taken. */
function SettingsForm({ saved }: { saved: Settings }) {
  // Where what a client pays changes, the reason is asked for; not for the site's name and icon.
  const costs = ({ miniwithdrawal, withdrawalpercent }: Values) =>
    miniwithdrawal !== saved.miniwithdrawal || withdrawalpercent !== saved.withdrawalpercent;
  const bodyOf = ({ reason, ...rest }: Values) => (reason.trim() === '' ? rest : { ...rest, reason });
  const form = useForm({
    mode: 'controlled',
    initialValues: {
      sitename: saved.sitename,
      miniwithdrawal: saved.miniwithdrawal,
      withdrawalpercent: saved.withdrawalpercent,
      reason: '',
    },
    validate: (values) => rulesOf(putSettingsBody)(bodyOf(values)),
  });
  const live = useQuery(queries.me()).data?.mode === 'live';
  const raise = saved.raise_announced;
  const percentHint = [
    settings.percentHint,
    ...(live ? [settings.percentNotice] : []),
    ...(raise ? [settings.percentFrom(formatDate(raise.from), raise.percent_until_then)] : []),
  ].join(' ');
  const [favicon, setFavicon] = useState<File | null>(null);
  const [faviconError, setFaviconError] = useState<string>();
  const [round, setRound] = useState(0);
  const upload = useSubmit('POST /admin/settings/favicon', {
    topics: ['settings'],
    onProblem: (problem) => setFaviconError(problem.fields[0]?.message ?? problem.detail),
  });
  const save = useSubmit('PUT /admin/settings', {
    form,
    topics: ['settings', 'proposals'],
    onSuccess: ({ miniwithdrawal, withdrawalpercent }) => {
      form.setFieldValue('reason', '');
      // What waits for somebody else is not in effect: the fields go on saying what is.
      if (live) form.setValues({ miniwithdrawal, withdrawalpercent });
    },
    onProblem: (problem) => {
      if (!showFieldProblems(form, problem)) toast.error(messages.admin.settingsFailed(problem.detail));
      focusFirstError();
    },
  });
  const general =
    save.problem !== null && save.problem.fields.length === 0
      ? messages.admin.settingsFailed(save.problem.detail)
      : null;

  const submit = form.onSubmit(async (values) => {
    let first: Settings | undefined;
    if (favicon !== null) {
      const refusal = uploadRefusal(favicon, messages.upload.required);
      if (refusal !== null) return setFaviconError(refusal);
      const data = new FormData();
      data.set('file', favicon);
      first = await upload.submit({ form: data });
      if (first === undefined) return;
      setFavicon(null);
      setRound((now) => now + 1);
    }
    const done = await save.submit({ body: putSettingsBody.parse(bodyOf(values)) });
    if (done === undefined) return;
    if (live && costs(values)) return toast.success(messages.admin.feesProposed);
    const { created_at, updated_at } = first ?? done;
    toast.success(created_at === updated_at ? messages.admin.settingsCreated : messages.admin.settingsUpdated);
  }, focusFirstError);

  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <Title order={2}>{settings.heading}</Title>
        <TextInput label={settings.sitename} autoComplete="off" {...form.getInputProps('sitename')} />
        <ImageInput
          key={round}
          label={settings.favicon}
          hint={settings.faviconHint}
          previewLabel={settings.faviconPreview}
          value={favicon}
          error={faviconError}
          onChange={(file) => {
            setFavicon(file);
            upload.clear();
            setFaviconError(file === null ? undefined : (uploadRefusal(file, messages.upload.required) ?? undefined));
          }}
        />
        {saved.favicon === null ? null : (
          <Group gap="xs">
            <img src={saved.favicon} alt="" width={32} height={32} className={classes.favicon} />
            <Text size="sm" c="dimmed">
              {settings.faviconNow}
            </Text>
          </Group>
        )}
        <DecimalInput
          label={settings.minimum}
          description={settings.minimumHint}
          leftSection="$"
          {...form.getInputProps('miniwithdrawal')}
        />
        <DecimalInput
          label={settings.percent}
          description={percentHint}
          rightSection="%"
          {...form.getInputProps('withdrawalpercent')}
        />
        {costs(form.values) ? (
          <ReasonField
            inPage
            hint={settings.reasonHint}
            value={form.values.reason}
            error={form.errors['reason']}
            onChange={(typed) => form.setFieldValue('reason', typed)}
          />
        ) : null}
        {costs(form.values) ? (
          <TwoPeopleNote>{live ? siteWords.feesNotice : siteWords.mailed}</TwoPeopleNote>
        ) : saved.proposal_id === null ? null : (
          <WaitsForSecond />
        )}
        <FormErrorSummary>{general}</FormErrorSummary>
        <div className={classes.foot}>
          <Text size="sm" c="dimmed">
            {settings.updated(formatDateTime(saved.updated_at))}
          </Text>
          <Button type="submit" loading={upload.pending || save.pending}>
            {settings.update}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
