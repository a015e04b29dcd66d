import type { FundsDocument } from '@clearbook/contracts/identity';
import { messages } from '@clearbook/contracts/messages';
import { fundsDocumentWords } from '@clearbook/contracts/words/funds-documents';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { use, useState } from 'react';
import { API_BASE } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useHere } from '../../lib/use-here.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';
import { Can } from './can.tsx';
import { Decided } from './decided.ts';
import { DepositLimitsPanel } from './deposit-limits-panel.tsx';
import { DocumentImage } from './document-image.tsx';
import { PersonalDetails } from './personal-details.tsx';

const { staff: words, kinds, title } = fundsDocumentWords;

type Props = { id: string; email: string; onReviewed?: () => void };

/** What a client sent to show where their money comes from; nothing in demo mode, which takes none. Each picture is asked for where it is looked at, because the server logs every look. */
export function FundsDocuments({ id, email, onReviewed }: Props) {
  const live = useQuery(queries.me()).data?.mode === 'live';
  const query = useQuery({ ...queries.clientFundsDocuments(id), enabled: live });
  const documents = query.data?.documents;
  if (!live) return null;
  return (
    <Panel title={title}>
      {documents === undefined ? (
        query.isError ? (
          <ErrorState title={words.failed} error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton height={80} aria-busy />
        )
      ) : documents.length === 0 ? (
        <Text c="dimmed">{words.nothing}</Text>
      ) : (
        <Stack>
          {documents.map((document) => (
            <One key={document.id} document={document} email={email} />
          ))}
          <Text size="sm" c="dimmed">
            {words.logged}
          </Text>
          <Can permission="verification.decide">
            <Review id={id} documents={documents} onReviewed={onReviewed} />
          </Can>
        </Stack>
      )}
    </Panel>
  );
}

function One({ document, email }: { document: FundsDocument; email: string }) {
  const [shown, setShown] = useState(false);
  const { kind, file, submitted_at: sent, reviewed_at: reviewed } = document;
  return (
    <Stack gap="xs">
      <Group justify="space-between" wrap="nowrap">
        <div>
          <Text fw={500}>{kinds[kind]}</Text>
          <Text size="sm" c="dimmed">
            {words.sent(formatDateTime(sent))}.{' '}
            {reviewed === null ? words.waiting : words.reviewed(formatDateTime(reviewed))}
          </Text>
        </div>
        <Button
          variant="default"
          size="xs"
          aria-expanded={shown}
          aria-label={words.toggle(shown, kinds[kind])}
          onClick={() => setShown(!shown)}
        >
          {shown ? words.close : words.open}
        </Button>
      </Group>
      {shown ? (
        <div>
          <DocumentImage
            failed={words.imageFailed}
            src={`${API_BASE}/files/${file}`}
            alt={words.alt(kinds[kind], email)}
          />
        </div>
      ) : null}
    </Stack>
  );
}

/** Takes the client out of the queue, with exactly the documents on this page. */
function Review({
  id,
  documents,
  onReviewed,
}: {
  id: string;
  documents: readonly FundsDocument[];
  onReviewed: (() => void) | undefined;
}) {
  const [newest] = documents;
  const here = useHere();
  const review = useSubmit('POST /admin/verifications/:id/source-of-funds/review', {
    topics: ['identity'],
    failed: words.reviewFailed,
    onSuccess: () => {
      toast.success(messages.identity.funds.reviewed);
      // Whoever has chosen another client meanwhile stays there.
      if (here()) onReviewed?.();
    },
    onProblem: ({ detail }) => toast.error(detail),
  });
  if (newest === undefined || documents.every(({ reviewed_at: at }) => at !== null)) return null;
  return (
    <div>
      <Button
        loading={review.pending}
        onClick={() => void review.submit({ params: { id }, body: { newest: newest.id } })}
      >
        {words.review}
      </Button>
    </div>
  );
}

/** The same with what is decided from it, where a client's documents wait. */
export function OneSourceOfFunds({ id, email }: Props) {
  const onReviewed = use(Decided);
  return (
    <Stack>
      <FundsDocuments id={id} email={email} {...(onReviewed && { onReviewed })} />
      <PersonalDetails id={id} />
      <Can permission="client.read">
        <DepositLimitsPanel userId={id} />
      </Can>
    </Stack>
  );
}
