import type { MailCause } from '@clearbook/contracts/mail';
import { MailRefused } from './transport.ts';

/** What a mail server's client throws: nodemailer's fields, all of which may be missing. */
type Failure = { code?: string; responseCode?: number; command?: string; message?: string };

const LOGIN_CODES = new Set([530, 534, 535, 538]);
const NO_WAY_THERE = /^(?:E(?:CONNECTION|CONNREFUSED|CONNRESET|DNS|NOTFOUND|SOCKET|TIMEDOUT|TLS|HOSTUNREACH|PIPE))$/;
const TOO_MANY = /too (?:many|much|fast)|\brate\b|limit|quota|throttl/i;
const BLOCKED = /block|black|spam|spoof|policy|reputation|banned|\b5\.7\.\d/i;

/** Why a mail did not go out, as a code of a closed list: what a server answers may hold an address, and staff are shown none. */
export function causeOf(error: unknown): MailCause {
  if (error instanceof MailRefused && error.cause === undefined) return 'no_address';
  const { code, responseCode, message = '' } = (error instanceof MailRefused ? error.cause : error) as Failure;
  if (code === 'EAUTH' || (responseCode !== undefined && LOGIN_CODES.has(responseCode))) return 'login';
  if (responseCode !== undefined) {
    if (responseCode < 500) return TOO_MANY.test(message) ? 'too_many' : 'later';
    return BLOCKED.test(message) ? 'blocked' : 'refused';
  }
  return NO_WAY_THERE.test(code ?? '') ? 'unreachable' : 'other';
}
