import { useQuery } from '@tanstack/react-query';
import { isUnanswered } from '../../lib/is-unanswered.ts';
import { queries } from '../../lib/queries.ts';
import { useCan } from './use-can.ts';

/** What is said above every page that staff work on, and the permission to read it. */
export const NOTICES = { books: 'books.read', mail: 'mail.read', addresses: 'wallet.read' } as const;

/** Whether something may still come above the page, which would move what is decided there under a hand. */
export function useNoticesAreUnknown(): boolean {
  const can = useCan();
  const books = useQuery({ ...queries.adminIntegrity(), enabled: can(NOTICES.books) });
  const mail = useQuery({ ...queries.adminMail(), enabled: can(NOTICES.mail) });
  const addresses = useQuery({ ...queries.adminWallets(), enabled: can(NOTICES.addresses) });
  return [books, mail, addresses].some(isUnanswered);
}
