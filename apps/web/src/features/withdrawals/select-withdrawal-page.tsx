import { createWithdrawalBody, withdrawalMethod } from '@clearbook/contracts/funding';
import type { WithdrawalMethod, WithdrawalTerms } from '@clearbook/contracts/funding';
import { messages } from '@clearbook/contracts/messages';
import { withdrawalWords as words } from '@clearbook/contracts/words/withdrawals';
import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { requestOf } from '../../lib/form.ts';
import { createIntent, type Intent } from '../../lib/intent.ts';
import { isUnanswered } from '../../lib/is-unanswered.ts';
import { queries } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useDeclaredForm } from '../../lib/use-declared-form.ts';
import { useHere } from '../../lib/use-here.ts';
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
import { withdrawalForm, type WithdrawalOf } from './withdrawal.form.ts';
import classes from './withdrawals.module.css';

/**
 * The withdrawal flow: method, its form, the fee where one applies (D3), the code where it is asked for (D4). The address says where one
 * is: ?method=bank, ?method=bank&step=fee, and from the moment a withdrawal waits for its code ?id=….
 */
export default function SelectWithdrawalPage() {
  const [search] = useSearchParams();
  const terms = useQuery(queries.withdrawalTerms());
  const id = search.get('id');
  // Its notice stands above what is pressed here.
  const waits = isUnanswered(useQuery(queries.holds())) || (id === null && terms.isPending);
  return (
    <>
      <BackLink to="/withdrawals">{words.title}</BackLink>
      <PageHeader title={words.select.title} />
      <div className={classes.narrow}>
        <HoldNotice />
        {waits ? <Waiting /> : null}
        {id !== null && !waits ? <CodeEntry key={id} id={id} /> : null}
        {id === null && terms.isError && terms.data === undefined ? (
          <ErrorState error={terms.error} onRetry={() => void terms.refetch()} />
        ) : null}
        {id === null && !waits && terms.data !== undefined ? <Request terms={terms.data} /> : null}
      </div>
    </>
  );
}

/** Everything before the withdrawal exists. What was typed lives here, so that going back and forth never loses it. */
function Request({ terms }: { terms: WithdrawalTerms }) {
  const [search, setSearch] = useSearchParams();
  const [drafts, setDrafts] = useState<Partial<Record<WithdrawalMethod, MethodValues>>>({});
  const [intent] = useState(() => createIntent());
  const method = withdrawalMethod.safeParse(search.get('method')).data ?? null;
  if (method === null) return <MethodChoice onChoose={(chosen) => setSearch({ method: chosen })} />;
  return (
    <ByMethod
      key={method}
      of={{ method, terms }}
      draft={drafts[method]}
      intent={intent}
      onDraft={(values) => setDrafts((all) => ({ ...all, [method]: values }))}
    />
  );
}

type ByMethodProps = {
  of: WithdrawalOf;
  draft: MethodValues | undefined;
  intent: Intent;
  onDraft: (values: MethodValues) => void;
};

function ByMethod({ of, draft, intent, onDraft }: ByMethodProps) {
  const { method, terms } = of;
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const here = useHere();
  /** What was asked for, and the terms that were shown: what applies since then is shown before it is agreed to. */
  const [asked, setAsked] = useState<{ values: MethodValues; terms: WithdrawalTerms } | null>(null);
  const request = useDeclaredForm(withdrawalForm, of, {
    kept: draft,
    intent,
    onTyped: onDraft,
    onDone: (created) => {
      const coded = created.status === 'awaiting_code';
      if (!coded) toast.success(messages.withdrawal.requested);
      if (!here()) return;
      if (coded) void navigate(`/select-withdrawal?id=${created.id}`, { replace: true });
      else void navigate('/withdrawals');
    },
    // The fee changed while the client was typing: nothing is charged that was not shown, so it is shown.
    onProblem: ({ code }) => {
      if (code === 'withdrawal.below_minimum')
        void queryClient.invalidateQueries({ queryKey: queries.withdrawalTerms().queryKey });
      if (code !== 'withdrawal.fee_changed') return;
      if (here()) setSearch({ method, step: 'fee' });
      void queryClient
        .fetchQuery({ ...queries.withdrawalTerms(), staleTime: 0 })
        .then((now) => setAsked((before) => before && { ...before, terms: now }));
    },
  });

  if (search.get('step') === 'fee' && asked !== null) {
    const body = createWithdrawalBody.parse(asked.values);
    return (
      <FeeNotice
        body={body}
        cost={costOf(body.amount, asked.terms)}
        pending={request.pending}
        problem={request.problem}
        onConfirm={() => void request.request(requestOf(withdrawalForm, asked.values, { method, terms: asked.terms }))}
        onBack={() => {
          request.clear();
          request.form.clearErrors();
          setSearch({ method });
        }}
      />
    );
  }
  return (
    <Panel>
      <MethodForm
        method={method}
        terms={terms}
        request={request}
        onChangeMethod={() => setSearch({})}
        onSend={request.check((values) => {
          request.clear();
          setAsked({ values, terms });
          if (terms.fee_applies) setSearch({ method, step: 'fee' });
          else request.submit(values);
        })}
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
