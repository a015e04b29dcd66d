import { mailWords as words } from '@clearbook/contracts/words/mail';
import { Button, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../lib/queries.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';
import classes from './manage.module.css';
import { RecordState } from './record-state.tsx';

/** What clients and staff are sent: read one, and send it to yourself. */
export function MailTexts() {
  const texts = useQuery(queries.adminMailTexts());
  const [name, setName] = useState<string>();
  const test = useSubmit('POST /admin/mail/test', {
    topics: [],
    onSuccess: (reply) => toast.success(reply.message),
    onProblem: (problem) => toast.error(problem.detail),
  });
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
                data={all.map((each) => ({ value: each.name, label: each.subject }))}
              />
              <Button
                variant="default"
                loading={test.pending}
                onClick={() => void test.submit({ body: { name: shown.name } })}
              >
                {words.test}
              </Button>
            </Group>
            <Panel title={shown.subject}>
              <p className={classes.mailText}>{shown.text}</p>
            </Panel>
          </Stack>
        );
      }}
    </RecordState>
  );
}
