import { accountWords } from '@clearbook/contracts/words/account';
import { activityWords as words } from '@clearbook/contracts/words/activity';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { MyAudit } from './my-audit.tsx';

/** /account/activity: what staff did about this client. */
export default function ActivityPage() {
  return (
    <>
      <PageHeader title={words.title} description={words.intro} back={{ to: '/account', label: accountWords.title }} />
      <Panel flush>
        <MyAudit />
      </Panel>
    </>
  );
}
