import type { AdminDeposit } from '@clearbook/contracts/admin';
import { messages } from '@clearbook/contracts/messages';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { API_BASE } from '../../lib/api.ts';
import { formatDateTime, formatMoney, formatUsd } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { DepositStatus, methodLabel } from '../deposits/index.ts';
import { DocumentImage } from './document-image.tsx';
import { ageOf } from './age.ts';
import { DepositDecision } from './deposit-decision.tsx';
import { Facts } from './facts.tsx';
import { Signals } from './fraud-signals.tsx';
import { LoanApplicationPanel } from './loan-application.tsx';
import { RecordState } from './record-state.tsx';
import { RequireAdmin } from './require-admin.tsx';
import { WithPictures } from './with-pictures.tsx';

const { review } = words;

/** /deposit/:id for administrators: what the client says was paid, the proof, and the decision. */
export default function DepositReviewPage() {
  const { id = '' } = useParams();
  return (
    <RequireAdmin>
      <BackLink to="/all-user?tab=deposit">{words.back}</BackLink>
      <PageHeader title={review.deposit} />
      <DepositReview key={id} id={id} />
    </RequireAdmin>
  );
}

/** The record and its decision, wherever it is decided. */
export function DepositReview({ id }: { id: string }) {
  const deposit = useQuery(queries.adminDeposit(id));
  const ofLoan = deposit.data !== undefined && deposit.data.loan !== null;
  const signals = useQuery({ ...queries.depositSignals(id), enabled: !ofLoan });
  return (
    <RecordState query={deposit} beside={signals} notFound={messages.deposit.notFound}>
      {(record) => (
        <WithPictures
          across={record.loan === null ? <Signals of={{ what: 'deposit', id }} query={signals} /> : null}
          pictures={record.loan === null ? <Proof deposit={record} /> : <LoanApplicationPanel loan={record.loan} />}
        >
          <Panel>
            <Facts
              facts={[
                [review.email, <Link to={`/user/${record.user_id}`}>{record.user_email}</Link>],
                [words.user.fullname, record.user_fullname],
                [review.amount, <strong>{formatUsd(record.amount.amount)}</strong>],
                [review.method, methodLabel(record.method)],
                [review.expected, record.pay_amount && formatMoney(record.pay_amount)],
                [review.rate, record.rate && formatUsd(record.rate)],
                [review.lateRate, record.late && lateRate(record.late)],
                [review.address, record.address && <code>{record.address}</code>],
                [review.status, <DepositStatus deposit={record} />],
                [review.txid, record.txid && <code>{record.txid}</code>],
                [review.receivedAtFact, record.received_at && formatDateTime(record.received_at)],
                [review.credited, record.credited && formatUsd(record.credited.amount)],
                [review.reason, record.reason],
                [review.created, formatDateTime(record.created_at)],
                [review.proofAt, record.proof_at && formatDateTime(record.proof_at)],
                [review.waiting, record.waiting_since && ageOf(record.waiting_since)],
                [review.decided, record.decided_at && formatDateTime(record.decided_at)],
              ]}
            />
            <DepositDecision deposit={record} />
          </Panel>
        </WithPictures>
      )}
    </RecordState>
  );
}

/** Proof after the locked rate ran out is credited at the price of its arrival. */
function lateRate({ rate, source }: NonNullable<AdminDeposit['late']>): string {
  return rate === null ? review.lateRateMissing : `${formatUsd(rate)} (${source ?? ''})`;
}

function Proof({ deposit }: { deposit: AdminDeposit }) {
  return (
    <Panel title={review.proof}>
      {deposit.proof_file === null ? (
        <Text c="dimmed">{review.noProof}</Text>
      ) : (
        <DocumentImage
          failed={review.proofFailed}
          key={deposit.proof_file}
          src={`${API_BASE}/files/${deposit.proof_file}`}
          alt={review.proofAlt(deposit.user_email)}
        />
      )}
    </Panel>
  );
}
