import '../../app/styles-rest.ts';
import { messages } from '@clearbook/contracts/messages';
import { accountWords } from '@clearbook/contracts/words/account';
import { useState } from 'react';
import { LeaveButton } from '../../app/leave-button.tsx';
import { invalidateTopics } from '../../lib/query-client.ts';
import { PublicFrame } from '../access/public-frame.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TwoFactorEnrolment } from './two-factor-enrolment.tsx';

const words = accountWords.twoFactor;

/** Shown to staff of a live site instead of everything else, until a second factor guards their account. */
export default function ForcedTwoFactorPage() {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <PublicFrame
      heading={words.forcedTitle}
      title={words.forcedTitle}
      text={messages.secondFactor.enrolFirst}
      footer={<LeaveButton />}
    >
      {codes === null ? (
        <TwoFactorEnrolment onCodes={setCodes} quiet />
      ) : (
        <RecoveryCodes codes={codes} onSaved={() => invalidateTopics(['me'])} />
      )}
    </PublicFrame>
  );
}
