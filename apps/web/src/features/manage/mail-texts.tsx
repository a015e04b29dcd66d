import type { MailText } from '@clearbook/contracts/mail';
import { mailWords as words } from '@clearbook/contracts/words/mail';
import { Button, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../lib/queries.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';
import { Can } from './can.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { mailName } from './configuration.form.ts';
import classes from './manage.module.css';
import { RecordState } from './record-state.tsx';
import { preview, proposeWording, type WordingOf, wordingOf, type WordingValues } from './wording.form.ts';

function useTest() {
  return useSubmit('POST /admin/mail/test', {
    topics: [],
    onSuccess: (reply) => toast.success(reply.message),
    onProblem: (problem) => toast.error(problem.detail),
  });
}

/** What clients and staff are sent: read one, send it to yourself, and propose to say it otherwise. */
export function MailTexts() {
  const texts = useQuery(queries.adminMailTexts());
  const [name, setName] = useState<string>();
  const test = useTest();
  return (
    <RecordState query={texts} notFound={words.textsUnknown}>
      {({ texts: all }) => {
        const shown = all.find((each) => each.name === name) ?? all[0];
        if (shown === undefined) return null;
        return (
          <Stack gap="sm" component="section" aria-label={words.texts}>
            <Title order={2}>{words.texts}</Title>
            <Text size="sm" c="dimmed">
              {words.textsIntro}
            </Text>
            <Group gap="sm" align="flex-end">
              <NativeSelect
                label={words.choose}
                value={shown.name}
                onChange={(event) => setName(event.currentTarget.value)}
                data={all.map((each) => ({ value: each.name, label: labelOf(each, all) }))}
              />
              <Button
                variant="default"
                loading={test.pending}
                onClick={() => void test.submit({ body: { name: shown.name } })}
              >
                {words.test}
              </Button>
              {shown.changes !== null && (
                <Can permission="config.change">
                  <Can permission="config.notice">
                    <Change key={shown.name} name={shown.name} latest={shown.changes} />
                  </Can>
                </Can>
              )}
            </Group>
            {shown.changes === null && (
              <Text size="sm" c="dimmed">
                {words.fixed}
              </Text>
            )}
            <Panel title={shown.subject}>
              <p className={classes.mailText}>{shown.text}</p>
            </Panel>
          </Stack>
        );
      }}
    </RecordState>
  );
}

/** Another text for it, as it is typed and as it reads. It replaces the one that was looked at: whoever was first meanwhile is not written over. */
function Change({ name, latest }: { name: string; latest: NonNullable<MailText['changes']> }) {
  const [asking, setAsking] = useState(false);
  const [changes, setChanges] = useState(latest);
  const [now] = useState(() => new Date());
  const of: WordingOf = { name, changes, now };
  const [typed, setTyped] = useState<WordingValues>(() => proposeWording.initial(of));
  const test = useTest();
  const reads = preview(typed, of);
  return (
    <>
      <Button
        variant="default"
        onClick={() => {
          setChanges(latest);
          setAsking(true);
        }}
      >
        {words.change}
      </Button>
      <DecisionDialog
        decision={proposeWording}
        of={of}
        opened={asking}
        onClose={() => setAsking(false)}
        onTyped={setTyped}
        last={
          <Stack gap="sm">
            <Panel title={words.values}>
              <dl className={classes.mailValues}>
                {changes.values.map((value) => (
                  <div key={value.name}>
                    <dt>{`{${value.name}}`}</dt>
                    <dd>{value.required ? `${value.example} (${words.required})` : value.example}</dd>
                  </div>
                ))}
              </dl>
            </Panel>
            <Panel title={words.preview}>
              <p className={classes.mailText}>{[reads.subject, ...reads.lines].join('\n\n')}</p>
            </Panel>
            <Text size="sm" c="dimmed">
              {words.keeps}
            </Text>
            <Group>
              <Button
                variant="default"
                loading={test.pending}
                onClick={() => void test.submit({ body: { name, wording: wordingOf(typed, of) } })}
              >
                {words.test}
              </Button>
            </Group>
          </Stack>
        }
      />
    </>
  );
}

/** Some have one subject: these are told apart by what they are called. */
function labelOf({ name, subject }: MailText, all: readonly MailText[]): string {
  return all.filter((one) => one.subject === subject).length === 1 ? subject : `${subject} (${mailName(name)})`;
}
