import type { Me } from '@clearbook/contracts';
import { planWords } from '@clearbook/contracts/words/plans';
import { PageHeader } from '../../ui/page-header.tsx';
import { SignalPlans } from './signal-plans.tsx';

const { signal: words } = planWords;

/** /signal: how much of the signals this client sees, and the plans that raise it. */
export default function SignalPage({ me }: { me: Me }) {
  return (
    <>
      <PageHeader title={words.title} description={words.intro} />
      <SignalPlans mayBuy={me.role === 'client'} />
    </>
  );
}
