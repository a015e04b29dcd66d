import { accessWords } from '@clearbook/contracts/words/access';
import { planWords } from '@clearbook/contracts/words/plans';
import { signalWords } from '@clearbook/contracts/words/signals';
import { Link } from 'react-router';
import { PublicFrame } from '../access/public-frame.tsx';
import { SignalRecordPanel } from './record.tsx';

/** /signal for whoever is not signed in: the whole track record, its rules and every ended signal, losers included (D8). */
export default function PublicSignalPage() {
  return (
    <PublicFrame
      wide
      heading={planWords.signal.title}
      title={planWords.signal.title}
      text={planWords.signal.intro}
      footer={
        <>
          {signalWords.publicMore} <Link to="/login">{accessWords.loginTitle}</Link> ·{' '}
          <Link to="/signup">{accessWords.createAccount}</Link>
        </>
      }
    >
      <SignalRecordPanel signedIn={false} />
    </PublicFrame>
  );
}
