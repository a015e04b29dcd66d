import type { LiabilityProof } from '@clearbook/contracts/liabilities';
import { accountWords } from '@clearbook/contracts/words/account';
import { liabilityWords as words } from '@clearbook/contracts/words/liabilities';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { API_BASE } from '../../lib/api.ts';
import { formatDate, formatDateTime, formatMoney } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { checkLiability } from './check-liability.ts';
import { CountedFacts } from './counted-facts.tsx';
import classes from './proof-of-balance.module.css';

/** /proof-of-balance: whether a client's balance is part of what the platform says it owes, checked in their browser. */
export default function ProofOfBalancePage() {
  const latest = useQuery(queries.liabilityProof());
  const proof = latest.data?.proof;
  return (
    <>
      <PageHeader title={words.title} description={words.intro} back={{ to: '/account', label: accountWords.title }} />
      {latest.isPending && <Loading />}
      {latest.isError && latest.data === undefined && (
        <Panel>
          <ErrorState error={latest.error} onRetry={() => void latest.refetch()} />
        </Panel>
      )}
      {proof === null && (
        <Panel>
          <EmptyState title={words.none} text={words.noneText} action={<Published />} kind="waiting" />
        </Panel>
      )}
      {proof !== null && proof !== undefined && <Result proof={proof} />}
    </>
  );
}

function Loading() {
  return (
    <Panel>
      <p role="status" className={classes.text}>
        {words.loading}
      </p>
      <Skeleton height={96} mt="sm" />
    </Panel>
  );
}

function Result({ proof }: { proof: LiabilityProof }) {
  const checked = useQuery({
    queryKey: ['account', 'check of a proof', proof] as const,
    queryFn: () => checkLiability(proof),
    enabled: proof.status === 'counted',
    staleTime: Infinity,
  });
  const amount = formatMoney(proof.owed.amount);
  const day = formatDay(proof.day);
  if (proof.status === 'missing') return <Alarm>{words.missing(amount, day)}</Alarm>;
  if (proof.status === 'waiting') {
    return (
      <Panel>
        <EmptyState title={words.waiting} text={words.waitingText(amount, day)} kind="waiting" />
      </Panel>
    );
  }
  if (checked.isPending) return <Loading />;
  if (checked.isError)
    return (
      <Panel>
        <ErrorState error={checked.error} onRetry={() => void checked.refetch()} />
      </Panel>
    );
  const { data } = checked;
  if (data.kind === 'refused') return <Alarm>{words.refused(data.why)}</Alarm>;
  if (data.kind === 'other-root') return <Alarm>{words.otherRoot}</Alarm>;
  return (
    <Panel>
      <Verdict good title={words.verified(amount, day)}>
        {words.verifiedText(formatMoney(usd(data.verified.root.total)), formatDateTime(proof.at))}
      </Verdict>
      <CountedFacts proof={proof} verified={data.verified} />
      <p className={classes.links}>
        <Link to="/statement">{words.statement}</Link>
        <Published />
      </p>
    </Panel>
  );
}

function Verdict({ good, title, children }: { good: boolean; title: string; children: ReactNode }) {
  const Icon = good ? ShieldCheck : ShieldAlert;
  return (
    <div className={good ? classes.good : classes.bad} role={good ? 'status' : 'alert'}>
      <Icon size={24} aria-hidden className={classes.icon} />
      <div>
        <h2 className={classes.verdict}>{title}</h2>
        <p className={classes.text}>{children}</p>
      </div>
    </div>
  );
}

/** What to do where it does not hold: what to keep, and whom to tell. */
function Alarm({ children }: { children: ReactNode }) {
  const site = useQuery(queries.publicSettings());
  const email = site.data?.operator?.complaints_email ?? site.data?.contact_email ?? null;
  return (
    <Panel>
      <Verdict good={false} title={words.failed}>
        {children}
      </Verdict>
      <p className={classes.after}>{words.whatNow}</p>
      <p className={classes.after}>
        {email === null ? (
          words.demo
        ) : (
          <>
            {words.complaints} <a href={`mailto:${email}`}>{email}</a>
          </>
        )}
      </p>
      <p className={classes.links}>
        <a href={`${API_BASE}/me/liabilities/proof`} download="proof-of-balance.json">
          {words.proof}
        </a>
        <a href={`${API_BASE}/transparency`} download="published-figures.json">
          {words.published}
        </a>
      </p>
    </Panel>
  );
}

function Published() {
  return <Link to="/transparency">{words.transparency}</Link>;
}

/** A UTC day, which is the same day wherever it is read. */
const formatDay = (day: string): string => formatDate(`${day}T12:00:00.000Z`);

const usd = (cents: bigint) => ({
  amount: `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`,
  currency: 'USD' as const,
});
