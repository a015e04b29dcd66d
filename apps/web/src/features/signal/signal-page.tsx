import type { Me } from '@clearbook/contracts';
import { planWords } from '@clearbook/contracts/words/plans';
import { Skeleton } from '@mantine/core';
import { useTurns } from '../../lib/later.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { CoveragePanel } from './coverage.tsx';
import { CurrentSignals } from './current.tsx';
import { SignalRecordPanel } from './record.tsx';
import { SignalPlans, SignalStrength } from './signal-plans.tsx';
import classes from './record.module.css';

const { signal: words } = planWords;
/** What a part takes up until it is its turn, in pixels. */
const WAITING_HEIGHT = 320;

/** /signal: the record first, then what this client sees now and for which instruments, and the plans that raise it. */
export default function SignalPage({ me }: { me: Me }) {
  const client = me.role === 'client';
  // The record's own list has the first turn.
  const turn = useTurns(4);
  const waits = <Skeleton height={WAITING_HEIGHT} radius="lg" />;
  return (
    <>
      <PageHeader title={words.title} description={words.intro} />
      <div className={classes.stack}>
        <SignalRecordPanel />
        {turn >= 2 ? <CurrentSignals mayTrade={client && me.status === 'active'} /> : waits}
        {client && turn >= 3 && <SignalStrength />}
        {client && turn >= 3 && <CoveragePanel />}
        {turn >= 4 ? <SignalPlans me={me} /> : waits}
      </div>
    </>
  );
}
