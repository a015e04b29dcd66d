import type { Me } from '@clearbook/contracts';
import { messages } from '@clearbook/contracts/messages';
import { accessWords as words } from '@clearbook/contracts/words/access';
import { accountWords } from '@clearbook/contracts/words/account';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';
import { ChangePasswordForm } from './change-password-form.tsx';
import classes from './change-password.module.css';

export default function ChangePasswordPage({ me }: { me: Me }) {
  const text = me.role === 'client' ? `${words.changeText} ${accountWords.thenHeld}` : words.changeText;
  return (
    <>
      <PageHeader title={words.changeTitle} description={text} />
      <Panel className={classes.narrow}>
        <ChangePasswordForm onDone={() => toast.success(messages.password.updated)} />
      </Panel>
    </>
  );
}
