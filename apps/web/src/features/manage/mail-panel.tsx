import type { AdminMail } from '@clearbook/contracts/mail';
import { mailWords as words } from '@clearbook/contracts/words/mail';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { toast } from '../../ui/toast.ts';
import { Can } from './can.tsx';
import { Facts } from './facts.tsx';
import { RecordState } from './record-state.tsx';

type Cause = AdminMail['causes'][number];

/** Mail that waits or did not go out, and why: no receiver, and nothing that a mail says. */
export function MailPanel() {
  const status = useQuery(queries.adminMail());
  const retry = useSubmit('POST /admin/mail/retry', {
    topics: ['mail'],
    onSuccess: (reply) => toast.success(reply.message),
    onProblem: (problem) => toast.error(words.retryFailed(problem.detail)),
  });
  return (
    <RecordState query={status} notFound={words.unknown}>
      {(mail) => (
        <Stack gap="sm" component="section" aria-label={words.title}>
          <Title order={2}>{words.title}</Title>
          <Text size="sm" c="dimmed">
            {words.intro}
          </Text>
          <Facts
            facts={[
              [
                words.waiting,
                mail.waiting_since === null
                  ? words.nothing
                  : words.waitingSince(mail.waiting, formatDateTime(mail.waiting_since)),
              ],
              [words.failed, mail.failed === 0 ? words.nothing : words.failedOf(mail.failed)],
            ]}
          />
          <DataTable
            label={words.why}
            columns={CAUSES}
            rows={mail.causes}
            rowKey={(each) => each.cause}
            empty={{ title: words.noCause }}
          />
          {mail.can_retry === 0 ? null : (
            <Group gap="sm">
              <Can permission="mail.retry">
                <Button variant="default" loading={retry.pending} onClick={() => void retry.submit({ body: {} })}>
                  {words.retry}
                </Button>
              </Can>
              <Text size="sm" c="dimmed">
                {words.retryHint(mail.can_retry)} {words.retryNever}
              </Text>
            </Group>
          )}
        </Stack>
      )}
    </RecordState>
  );
}

const CAUSES: readonly Column<Cause>[] = [
  { key: 'cause', header: words.cause, render: (each) => words.causes[each.cause] },
  { key: 'waiting', header: words.waiting, render: (each) => each.waiting.toLocaleString('en') },
  { key: 'failed', header: words.failed, render: (each) => each.failed.toLocaleString('en') },
  { key: 'last', header: words.last, render: (each) => formatDateTime(each.last_at) },
];
