import { withdrawalMethod } from '@clearbook/contracts/funding';
import type { CreateWithdrawalBody, WithdrawalMethod, WithdrawalTerms } from '@clearbook/contracts/funding';
import { messages } from '@clearbook/contracts/messages';
import { withdrawalWords as words } from '@clearbook/contracts/words/withdrawals';
import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { queries } from '../../lib/queries.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';
import { CodeEntry } from './code-entry.tsx';
import { costOf } from './fee.ts';
import { HoldNotice } from './hold-notice.tsx';
import { FeeNotice } from './fee-notice.tsx';
import { MethodChoice } from './method-choice.tsx';
import { MethodForm } from './method-form.tsx';
import type { MethodValues } from './method-fields.ts';
import classes from './withdrawals.module.css';

/**
 * The withdrawal flow: method, its form, the fee where one applies (D3), the code where it is asked for (D4). The address says where one
 * is: ?method=bank, ?method=bank&step=fee, and from the moment a withdrawal waits for its code ?id=….
 */
export default function SelectWithdrawalPage() {
  const [search] = useSearchParams();
  const terms = useQuery(queries.withdrawalTerms());
  const id = search.get('id');
  return (
    <>
      <BackLink to="/withdrawals">{words.title}</BackLink>
      <PageHeader title={words.select.title} />
      <div className={classes.narrow}>
        <HoldNotice />
        {id !== null ? <CodeEntry key={id} id={id} /> : null}
        {id === null && terms.isPending ? <Waiting /> : null}
        {id === null && terms.isError && terms.data === undefined ? (
          <ErrorState error={terms.error} onRetry={() => void terms.refetch()} />
        ) : null}
        {id === null && terms.data !== undefined ? <Request terms={terms.data} /> : null}
      </div>
    </>
  );
}

/** Everything before the withdrawal exists. What was typed lives here, so that going back and forth never loses it. */
function Request({ terms }: { terms: WithdrawalTerms }) {
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const [drafts, setDrafts] = useState<Partial<Record<WithdrawalMethod, MethodValues>>>({});
  const [asked, setAsked] = useState<CreateWithdrawalBody | null>(null);
  const method = withdrawalMethod.safeParse(search.get('method')).data ?? null;

  const request = useSubmit('POST /withdrawals', {
    form: { values: drafts },
    failed: `${messages.withdrawal.failed}. ${messages.withdrawal.somethingWrong}`,
    topics: ['withdrawals', 'account'],
    onSuccess: (created) => {
      if (created.status === 'awaiting_code')
        return void navigate(`/select-withdrawal?id=${created.id}`, { replace: true });
      toast.success(messages.withdrawal.requested);
      void navigate('/withdrawals');
    },
    // The fee changed while the client was typing: nothing is charged that was not shown, so it is shown.
    onProblem: (problem) => {
      if (problem.code === 'withdrawal.fee_changed' && method !== null) setSearch({ method, step: 'fee' });
    },
  });
  const send = (body: CreateWithdrawalBody) => {
    const { fee } = costOf(body.amount, terms);
    void request.submit({ body: { ...body, expected_fee: fee } });
  };

  if (method === null) return <MethodChoice onChoose={(chosen) => setSearch({ method: chosen })} />;
  if (search.get('step') === 'fee' && asked !== null && asked.method === method) {
    return (
      <FeeNotice
        body={asked}
        cost={costOf(asked.amount, terms)}
        pending={request.pending}
        problem={request.problem}
        onConfirm={() => send(asked)}
        onBack={() => {
          request.clear();
          setSearch({ method });
        }}
      />
    );
  }
  return (
    <Panel>
      <MethodForm
        key={method}
        method={method}
        terms={terms}
        draft={drafts[method]}
        onDraft={(values) => setDrafts((all) => ({ ...all, [method]: values }))}
        pending={request.pending}
        problem={request.problem}
        onChangeMethod={() => {
          request.clear();
          setSearch({});
        }}
        onSubmit={(body) => {
          request.clear();
          setAsked(body);
          if (terms.fee_applies) setSearch({ method, step: 'fee' });
          else send(body);
        }}
      />
    </Panel>
  );
}

function Waiting() {
  return (
    <Stack aria-busy>
      {words.methodOrder.map((method) => (
        <Skeleton key={method} height={64} radius="md" />
      ))}
    </Stack>
  );
}
