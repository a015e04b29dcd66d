import type { Me } from '@clearbook/contracts';
import { planWords } from '@clearbook/contracts/words/plans';
import { PageHeader } from '../../ui/page-header.tsx';
import { CoveragePanel } from './coverage.tsx';
import { CurrentSignals } from './current.tsx';
import { SignalRecordPanel } from './record.tsx';
import { SignalPlans, SignalStrength } from './signal-plans.tsx';
import classes from './record.module.css';

const { signal: words } = planWords;

/** /signal: the record first, then what this client sees now and for which instruments, and the plans that raise it. */
export default function SignalPage({ me }: { me: Me }) {
  const client = me.role === 'client';
  return (
    <>
      <PageHeader title={words.title} description={words.intro} />
      <div className={classes.stack}>
        <SignalRecordPanel />
        <CurrentSignals mayTrade={client && me.status === 'active'} />
        {client && <SignalStrength />}
        {client && <CoveragePanel />}
        <SignalPlans me={me} />
      </div>
    </>
  );
}
