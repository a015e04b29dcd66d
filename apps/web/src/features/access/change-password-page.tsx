import { messages } from '@clearbook/contracts/messages';
import { accessWords as words } from '@clearbook/contracts/words/access';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';
import { ChangePasswordForm } from './change-password-form.tsx';
import classes from './change-password.module.css';

export default function ChangePasswordPage() {
  return (
    <>
      <PageHeader title={words.changeTitle} description={words.changeText} />
      <Panel className={classes.narrow}>
        <ChangePasswordForm onDone={() => toast.success(messages.password.updated)} />
      </Panel>
    </>
  );
}
