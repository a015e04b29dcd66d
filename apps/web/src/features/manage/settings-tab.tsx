import type { Settings } from '@clearbook/contracts/admin';
import { messages } from '@clearbook/contracts/messages';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { siteWords } from '@clearbook/contracts/words/site';
import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { focusFirstError } from '../../lib/form-errors.ts';
import { requestOf } from '../../lib/form.ts';
import { formatDate, formatDateTime } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useDeclaredForm } from '../../lib/use-declared-form.ts';
import { useFollowing } from '../../lib/use-following.ts';
import { DecimalInput } from '../../ui/decimal-input.tsx';
import { Form } from '../../ui/form.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { ImageInput } from '../../ui/image-input.tsx';
import { toast } from '../../ui/toast.ts';
import { BooksPanel } from './books-panel.tsx';
import { Can } from './can.tsx';
import { CorporateActionsPanel } from './corporate-actions-panel.tsx';
import { MailPanel } from './mail-panel.tsx';
import { MailTexts } from './mail-texts.tsx';
import { faviconForm, feesDiffer, settingsForm } from './manage.form.ts';
import { MarketPanel } from './market-panel.tsx';
import { ReasonField } from './reason-field.tsx';
import { RecordState } from './record-state.tsx';
import { ReleaseLimitsPanel } from './release-limits-panel.tsx';
import { SwitchesPanel } from './switches-panel.tsx';
import { TwoPeopleNote, WaitsForSecond } from './two-people-note.tsx';
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
        <SwitchesPanel />
      </div>
      <Can permission="books.read">
        <div className={classes.below}>
          <BooksPanel />
        </div>
      </Can>
      <Can permission="proposal.read">
        <div className={classes.below}>
          <ReleaseLimitsPanel />
        </div>
      </Can>
      <Can permission="market.read">
        <div className={classes.below}>
          <MarketPanel />
        </div>
        <div className={classes.below}>
          <CorporateActionsPanel />
        </div>
      </Can>
      <Can permission="mail.read">
        <div className={classes.below}>
          <MailPanel />
          <MailTexts />
        </div>
      </Can>
    </>
  );
}

/** One Update button for all of it: a chosen favicon goes first, and the rest is saved only when it was taken. */
function SettingsForm({ saved }: { saved: Settings }) {
  const live = useQuery(queries.me()).data?.mode === 'live';
  const { save, icon, round, send } = useSettings(saved, live);
  const { values, field, refusal } = save;
  const differs = feesDiffer(values, saved);
  return (
    <Form onSend={send}>
      <Stack>
        <Title order={2}>{settings.heading}</Title>
        <TextInput label={settings.sitename} autoComplete="off" {...field('sitename')} />
        <ImageInput
          key={round}
          label={settings.favicon}
          hint={settings.faviconHint}
          previewLabel={settings.faviconPreview}
          value={icon.values.file}
          error={icon.errors['file']}
          onChange={(file) => {
            icon.form.setFieldValue('file', file);
            icon.form.validateField('file');
          }}
        />
        <IconNow saved={saved} />
        <DecimalInput
          label={settings.minimum}
          description={settings.minimumHint}
          leftSection="$"
          {...field('miniwithdrawal')}
        />
        <DecimalInput
          label={settings.percent}
          description={percentHint(saved, live)}
          rightSection="%"
          {...field('withdrawalpercent')}
        />
        {/* Where what a client pays changes, the reason is asked for; not for the site's name and icon. */}
        {differs ? <ReasonField inPage hint={settings.reasonHint} {...field('reason')} /> : null}
        {differs ? (
          <TwoPeopleNote>{live ? siteWords.feesNotice : siteWords.mailed}</TwoPeopleNote>
        ) : saved.proposal_id === null ? null : (
          <WaitsForSecond />
        )}
        <FormErrorSummary>{refusal === null ? null : messages.admin.settingsFailed(refusal)}</FormErrorSummary>
        <div className={classes.foot}>
          <Text size="sm" c="dimmed">
            {settings.updated(formatDateTime(saved.updated_at))}
          </Text>
          <Can permission="settings.change">
            <Button type="submit" loading={icon.pending || save.pending}>
              {settings.update}
            </Button>
          </Can>
        </div>
      </Stack>
    </Form>
  );
}

function IconNow({ saved }: { saved: Settings }) {
  return saved.favicon === null ? null : (
    <Group gap="xs">
      <img src={saved.favicon} alt="" width={32} height={32} className={classes.favicon} />
      <Text size="sm" c="dimmed">
        {settings.faviconNow}
      </Text>
    </Group>
  );
}

function percentHint({ raise_announced: raise }: Settings, live: boolean): string {
  return [
    settings.percentHint,
    ...(live ? [settings.percentNotice] : []),
    ...(raise ? [settings.percentFrom(formatDate(raise.from), raise.percent_until_then)] : []),
  ].join(' ');
}

/** Both requests of the one button, in their order. */
function useSettings(saved: Settings, live: boolean) {
  const [round, setRound] = useState(0);
  const icon = useDeclaredForm(faviconForm, undefined);
  const save = useDeclaredForm(settingsForm, saved, {
    onDone: ({ miniwithdrawal, withdrawalpercent, set_by }) => {
      save.form.setFieldValue('reason', '');
      // What waits for somebody else is not in effect: the fields go on saying what is.
      if (live) save.form.setValues({ miniwithdrawal, withdrawalpercent, set_by });
    },
    onProblem: ({ code, detail }, beside) => {
      if (code === 'proposal.overtaken') save.form.setFieldValue('set_by', undefined);
      if (!beside) toast.error(messages.admin.settingsFailed(detail));
    },
  });
  const { sitename, miniwithdrawal, withdrawalpercent, set_by } = saved;
  useFollowing(
    save.form,
    { sitename, miniwithdrawal, withdrawalpercent, set_by },
    { name: 'set_by', of: ['miniwithdrawal', 'withdrawalpercent'] },
  );
  const send = save.check((values) => {
    const both = async () => {
      let first: Settings | undefined;
      const chosen = icon.form.getValues();
      if (chosen.file !== null) {
        if (icon.form.validate().hasErrors) return focusFirstError();
        first = await icon.request(requestOf(faviconForm, chosen, undefined));
        if (first === undefined) return;
        icon.form.reset();
        setRound((now) => now + 1);
      }
      const done = await save.request(requestOf(settingsForm, values, saved));
      if (done === undefined) return;
      if (live && feesDiffer(values, saved)) return toast.success(messages.admin.feesProposed);
      const { created_at, updated_at } = first ?? done;
      toast.success(created_at === updated_at ? messages.admin.settingsCreated : messages.admin.settingsUpdated);
    };
    void both();
  });
  return { save, icon, round, send };
}
