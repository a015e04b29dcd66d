import type { Me } from '@clearbook/contracts';
import type { TwoFactor } from '@clearbook/contracts/access';
import { accountWords } from '@clearbook/contracts/words/account';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../lib/queries.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TwoFactorEnrolment } from './two-factor-enrolment.tsx';
import { TwoFactorOn } from './two-factor-on.tsx';
import classes from './account.module.css';

const words = accountWords.twoFactor;

/** /two-factor: on, off, and the codes for the day the phone is lost. */
export default function TwoFactorPage({ me }: { me: Me }) {
  const state = useQuery(queries.twoFactor());
  const intro = me.role === 'client' ? `${words.intro} ${words.thenHeld}` : words.intro;
  return (
    <>
      <PageHeader title={words.title} description={intro} back={{ to: '/account', label: accountWords.title }} />
      <div className={classes.wide}>
        {state.data !== undefined ? (
          <Known state={state.data} />
        ) : state.isError ? (
          <ErrorState error={state.error} onRetry={() => void state.refetch()} />
        ) : (
          <Skeleton height={240} radius="md" aria-busy />
        )}
      </div>
    </>
  );
}

/** Codes are shown only once, so they stay on screen until somebody says that they are kept. */
function Known({ state }: { state: TwoFactor }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) return <RecoveryCodes codes={codes} onSaved={() => setCodes(null)} />;
  if (state.enabled) return <TwoFactorOn state={state} onCodes={setCodes} />;
  return <TwoFactorEnrolment onCodes={setCodes} />;
}
