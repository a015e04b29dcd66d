import type { MailTransport } from '../../platform/mail/index.ts';
import { isDemoAddress } from './demo-people.ts';

/**
 * A transport that keeps mail to demo clients in the house. Their decisions go through the ledger like everybody's and so write mail,
 * at the start and whenever staff decide something of theirs later; it counts as delivered, and leaves by no way.
 */
export function sparingDemoClients(transport: MailTransport): MailTransport {
  return {
    send: (mail) => (isDemoAddress(mail.to) ? Promise.resolve() : transport.send(mail)),
    ...(transport.forget && { forget: transport.forget }),
    close: () => transport.close(),
  };
}
