import { verifyWords as words } from '@clearbook/contracts/words/verify';
import { useQuery } from '@tanstack/react-query';
import { firstQueries } from '../../lib/first-queries.ts';

/** The operator first, and then somebody who is not the operator: two lines of a list. */
export function WhomToTell() {
  const { data } = useQuery(firstQueries.publicSettings());
  const email = data?.operator?.complaints_email ?? data?.contact_email ?? null;
  const regulator = data?.operator?.regulator;
  return (
    <>
      <li>{email === null ? words.tellNobody : words.tell(email)}</li>
      <li>{regulator === undefined ? words.tellOthers : words.tellRegulator(regulator)}</li>
    </>
  );
}
