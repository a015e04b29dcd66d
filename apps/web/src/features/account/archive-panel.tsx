import '@mantine/core/styles/Progress.layer.css';
import type { Archive } from '@clearbook/contracts/archives';
import { accountWords } from '@clearbook/contracts/words/account';
import { verifyWords } from '@clearbook/contracts/words/verify';
import { Anchor, Box, Button, Group, Progress, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowDownToLine } from 'lucide-react';
import { Link } from 'react-router';
import { API_BASE } from '../../lib/api.ts';
import { formatBytes, formatDateTime } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { askStepUp } from '../../lib/step-up.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StepUpDialog } from '../access/step-up-dialog.tsx';

const words = accountWords.archive;

/** Everything of the account in one file: asked for here, made meanwhile, and downloaded with the password or a code. */
export function ArchivePanel() {
  const archives = useQuery(queries.archives());
  const ask = useSubmit('POST /me/archives', { topics: ['me'] });
  const found = archives.data?.data;
  const making = found?.find(({ state }) => state === 'waiting' || state === 'building');
  const ready = found?.find(({ state }) => state === 'ready');
  const failed = found?.[0]?.state === 'failed' ? found[0].failure : null;
  return (
    <Panel title={words.title}>
      <Text size="sm">
        {words.intro}{' '}
        <Anchor component={Link} to="/verify" inherit underline="always">
          {verifyWords.toVerifyText}
        </Anchor>
      </Text>
      {archives.isPending ? <Skeleton height={36} mt="sm" aria-busy /> : null}
      {archives.isError && found === undefined ? (
        <ErrorState error={archives.error} onRetry={() => void archives.refetch()} />
      ) : null}
      {ready === undefined ? null : <Ready archive={ready} />}
      {failed === null ? null : (
        <Box mt="sm">
          <FormErrorSummary>{words.failed[failed]}</FormErrorSummary>
        </Box>
      )}
      {making === undefined ? null : <Making archive={making} />}
      {ask.problem === null ? null : (
        <Box mt="sm">
          <FormErrorSummary>{ask.problem.detail}</FormErrorSummary>
        </Box>
      )}
      {found === undefined || making !== undefined ? null : (
        <Button
          mt="sm"
          variant={ready === undefined ? 'filled' : 'default'}
          loading={ask.pending}
          onClick={() => void ask.submit({})}
        >
          {ready === undefined ? words.ask : words.askAgain}
        </Button>
      )}
      <StepUpDialog text={words.confirm} />
    </Panel>
  );
}

function Making({ archive: { state, progress } }: { archive: Archive }) {
  return (
    <div role="status">
      <Text size="sm" mt="sm">
        {state === 'waiting' ? words.waiting : words.building}
      </Text>
      <Progress mt="xs" value={progress} aria-label={words.progress} />
    </div>
  );
}

function Ready({ archive: { id, bytes, made_at: madeAt, expires_at: expiresAt } }: { archive: Archive }) {
  // A link alone would lead to a refusal: the file is given for some minutes after the password.
  const download = async () => {
    if ((await askStepUp()) === 'done') window.location.assign(`${API_BASE}/me/archives/${id}/file`);
  };
  if (bytes === null || madeAt === null || expiresAt === null) return null;
  return (
    <Group mt="sm" gap="sm" wrap="wrap">
      <Text size="sm">
        {words.ready(formatBytes(bytes), formatDateTime(madeAt))} {words.kept(formatDateTime(expiresAt))}
      </Text>
      <Button leftSection={<ArrowDownToLine size={16} aria-hidden />} onClick={() => void download()}>
        {words.download}
      </Button>
    </Group>
  );
}
