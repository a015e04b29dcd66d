import '../../app/styles-rest.ts';
import { accessWords as words } from '@clearbook/contracts/words/access';
import { LeaveButton } from '../../app/leave-button.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import { PublicFrame } from './public-frame.tsx';

/** Shown instead of everything else while the account still has the password that somebody else made. */
export default function ForcedPasswordPage() {
  return (
    <PublicFrame heading={words.forcedTitle} title={words.forcedTitle} text={words.forcedText} footer={<LeaveButton />}>
      <ChangePasswordForm onDone={() => undefined} />
    </PublicFrame>
  );
}
