import type { AdminVerification, IdentityDocument } from '@clearbook/contracts/identity';
import { messages } from '@clearbook/contracts/messages';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { API_BASE } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { DocumentImage } from './document-image.tsx';
import { ageOf } from './age.ts';
import { Facts } from './facts.tsx';
import { datesFacts } from './identity-dates.tsx';
import { FundsDocuments } from './funds-documents.tsx';
import { Signals } from './fraud-signals.tsx';
import { PersonalDetails } from './personal-details.tsx';
import { RecordState } from './record-state.tsx';
import { RequireAdmin } from './require-admin.tsx';
import { VerificationDecision } from './verification-decision.tsx';
import { WithPictures } from './with-pictures.tsx';
import classes from './manage.module.css';

const { review, verifications: text } = words;

/** /admin/verifications/:uid: what a client sent, and the decision. */
export default function VerificationPage() {
  const { id = '' } = useParams();
  return (
    <RequireAdmin>
      <BackLink to="/all-user?tab=verifications">{words.back}</BackLink>
      <PageHeader title={text.title} />
      <OneVerification key={id} id={id} />
    </RequireAdmin>
  );
}

/** The documents and their decision, wherever it is decided. */
export function OneVerification({ id }: { id: string }) {
  const verification = useQuery(queries.adminVerification(id));
  const signals = useQuery(queries.verificationSignals(id));
  return (
    <RecordState query={verification} beside={signals} notFound={messages.identity.notFound}>
      {(record) => (
        <WithPictures
          across={<Signals of={{ what: 'verification', id }} query={signals} />}
          pictures={
            <>
              <Side title={text.front} document={record.front} verification={record} />
              <Side title={text.back} document={record.back} verification={record} />
              <Text size="sm" c="dimmed">
                {text.logged}
              </Text>
            </>
          }
        >
          <Panel>
            <Facts
              facts={[
                [review.email, <Link to={`/user/${record.id}`}>{record.user_email}</Link>],
                [words.user.fullname, <span dir="auto">{record.user_fullname}</span>],
                [review.status, <StatusBadge status={record.status} />],
                [review.created, formatDateTime(record.submitted_at)],
                [review.waiting, record.status === 'pending' ? ageOf(record.submitted_at) : null],
                [review.decided, record.decided_at && formatDateTime(record.decided_at)],
                ...datesFacts(record),
              ]}
            />
            <VerificationDecision key={record.submission} verification={record} />
          </Panel>
          <PersonalDetails id={id} />
          <FundsDocuments id={id} email={record.user_email} />
        </WithPictures>
      )}
    </RecordState>
  );
}

function Side({
  title,
  document,
  verification,
}: {
  title: string;
  document: IdentityDocument | null;
  verification: AdminVerification;
}) {
  return (
    <Panel title={title} {...(document === null ? {} : { actions: <StatusBadge status={document.status} /> })}>
      {document === null ? (
        <Text c="dimmed">{text.nothing}</Text>
      ) : (
        <>
          <DocumentImage
            failed={text.failed}
            key={document.file}
            src={`${API_BASE}/files/${document.file}`}
            alt={text.alt(title, verification.user_email)}
          />
          {document.reason === null ? null : (
            <Group gap="xs" mt="sm" align="baseline">
              <Text size="sm" c="dimmed">
                {review.reason}
              </Text>
              <Text size="sm" className={classes.wrap}>
                {document.reason}
              </Text>
            </Group>
          )}
        </>
      )}
    </Panel>
  );
}
