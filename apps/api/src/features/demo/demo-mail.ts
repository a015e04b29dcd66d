import type { MailTransport } from '../../platform/mail/index.ts';
import { isDemoAddress } from './demo-people.ts';

/**
 * A transport that doesn't send mail to demo clients, nor to others without a mailbox. Their decisions go through the ledger like everyone's and so cause mail,
 * at the start and whenever staff decide something about them later. It counts as delivered and never leaves.
 */
export function sparingDemoClients(transport: MailTransport, spared: (address: string) => boolean): MailTransport {
  return {
    send: (mail) => (isDemoAddress(mail.to) || spared(mail.to) ? Promise.resolve() : transport.send(mail)),
    ...(transport.forget && { forget: transport.forget }),
    close: () => transport.close(),
  };
}
