import type { Proposal } from '@clearbook/contracts/proposals';
import { fundsDocumentWords } from '@clearbook/contracts/words/funds-documents';
import { manageWords } from '@clearbook/contracts/words/manage';
import { proposalWords as words } from '@clearbook/contracts/words/proposals';
import { Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { use } from 'react';
import { Link } from 'react-router';
import { formatDateTime, formatMoney, formatUsd } from '../../lib/format.ts';
import { useAskedAgain } from '../../lib/use-asked-again.ts';
import { useDeclaredForm } from '../../lib/use-declared-form.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { useShown } from '../../lib/use-shown.ts';
import { Form } from '../../ui/form.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { toast } from '../../ui/toast.ts';
import { actText } from './act-words.ts';
import { noticeDays } from './configuration.form.ts';
import { Decided } from './decided.ts';
import { Facts } from './facts.tsx';
import { FundsDocumentCount } from './funds-document-count.tsx';
import { proposalForm } from './proposal.form.ts';
import { ReasonField } from './reason-field.tsx';
import { SiteFacts } from './site-facts.tsx';
import classes from './manage.module.css';

/** One proposal with everything that a second person needs to decide it. */
export function ProposalDialog({ proposal, onClose }: { proposal: Proposal | null; onClose: () => void }) {
  const shown = useShown(proposal);
  return shown === null ? null : (
    <Decide key={shown.id} proposal={shown} opened={proposal !== null} onClose={onClose} />
  );
}

function Decide({ proposal, opened, onClose }: { proposal: Proposal; opened: boolean; onClose: () => void }) {
  const decided = use(Decided);
  const decide = useDeclaredForm(proposalForm, proposal, {
    onDone: (reply) => {
      if (reply.status === 'refused') toast.error(`${words.done.refused} ${reply.answer ?? ''}`);
      else toast.success(reply.status === 'declined' ? words.done.declined : words.done.approved);
      onClose();
      decided?.();
    },
  });
  // Somebody else may have decided it meanwhile: then there is nothing left to decline.
  const declining = decide.values.declining && proposal.may_decide;
  const setDeclining = (next: boolean) => decide.form.setFieldValue('declining', next);
  const waits = proposal.status === 'waiting';
  useAskedAgain(opened, () => {
    setDeclining(false);
    decide.form.clearErrors();
    decide.clear();
  });

  return (
    <Modal
      opened={useOpened(opened)}
      onClose={decide.pending ? () => undefined : onClose}
      title={declining ? words.declineTitle : proposal.may_decide ? words.approveTitle : actText(proposal.act)}
      centered
    >
      <Form onSend={decide.send}>
        <Stack>
          <Facts facts={factsOf(proposal)} />
          <SiteFacts act={proposal.act} />
          {proposal.may_decide ? (
            <Text className={classes.wrap}>
              {declining ? words.declineText(proposal.proposed_by.email) : approveText(proposal.act)}
            </Text>
          ) : (
            <Text c="dimmed">{waits ? words.own : words.over}</Text>
          )}
          {declining ? <ReasonField {...decide.field('reason')} /> : null}
          <FormErrorSummary>{decide.refusal}</FormErrorSummary>
          <Group justify="flex-end">
            {declining ? (
              <Button variant="default" onClick={() => setDeclining(false)} disabled={decide.pending}>
                {manageWords.review.cancel}
              </Button>
            ) : proposal.may_decide ? (
              <Button
                variant="outline"
                color="loss"
                disabled={decide.pending}
                onClick={() => {
                  decide.clear();
                  setDeclining(true);
                }}
              >
                {words.decline}
              </Button>
            ) : (
              <Button variant="default" onClick={onClose}>
                {words.close}
              </Button>
            )}
            {proposal.may_decide ? (
              <Button type="submit" {...(declining ? { color: 'loss' } : {})} loading={decide.pending}>
                {declining ? words.decline : words.approve}
              </Button>
            ) : null}
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
}

function approveText(act: Proposal['act']): string {
  if (act.kind === 'set_wallets' || act.kind === 'set_fees') return words.approveLater[act.kind];
  // What is proposed says from when on it counts.
  const waits = act.kind === 'configure' && (act.effective_at !== null || noticeDays(act.setting.item) > 0);
  return waits ? words.approveScheduled : words.approveText;
}

function factsOf(proposal: Proposal) {
  const { act } = proposal;
  return [
    [words.columns.what, <strong key="what">{actText(act)}</strong>],
    [
      words.client,
      proposal.user_id === null ? null : (
        <Anchor key="client" component={Link} to={`/user/${proposal.user_id}`} inherit>
          {proposal.user_email}
        </Anchor>
      ),
    ],
    [words.reason, proposal.reason === '' ? null : proposal.reason],
    [
      words.reference,
      act.kind !== 'approve_payout' ? null : (
        <Anchor key="payout" component={Link} to={`/withdrawal/${act.withdrawal_id}`} inherit>
          {act.payout_reference ?? words.see}
        </Anchor>
      ),
    ],
    ...(act.kind === 'approve_deposit' ? depositFacts(act) : []),
    ...(act.kind === 'document_funds' && act.documented && proposal.user_id !== null
      ? [[fundsDocumentWords.staff.label, <FundsDocumentCount key="documents" id={proposal.user_id} />] as const]
      : []),
    ...(act.kind === 'approve_loan'
      ? [[words.look, recordLink(`/deposit/${act.loan_id}`, words.seeLoan)] as const]
      : []),
    ...(act.kind === 'return_payout'
      ? [[words.look, recordLink(`/withdrawal/${act.withdrawal_id}`, words.see)] as const]
      : []),
    [words.columns.by, proposal.proposed_by.email],
    [words.columns.date, formatDateTime(proposal.proposed_at)],
    [words.lapses, proposal.status === 'waiting' ? formatDateTime(proposal.lapses_at) : null],
    [words.columns.status, <StatusBadge key="status" status={proposal.status} />],
    [words.decidedBy, proposal.decided_by?.email ?? null],
    [words.decidedAt, proposal.decided_at === null ? null : formatDateTime(proposal.decided_at)],
    [words.answer, proposal.answer],
  ] as const;
}

/** What a second person compares with the proof and the network before approving. */
function depositFacts(act: Extract<Proposal['act'], { kind: 'approve_deposit' }>) {
  return [
    [words.look, recordLink(`/deposit/${act.deposit_id}`, words.seeDeposit)],
    [words.expected, formatUsd(act.expected.amount)],
    [words.received, act.received === null ? null : formatMoney(act.received)],
    [words.txid, act.txid === null ? null : <code key="txid">{act.txid}</code>],
    [words.arrived, act.received_at === null ? null : formatDateTime(act.received_at)],
  ] as const;
}

function recordLink(to: string, text: string) {
  return (
    <Anchor key="record" component={Link} to={to} inherit>
      {text}
    </Anchor>
  );
}
