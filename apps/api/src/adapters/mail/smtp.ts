import { createTransport } from 'nodemailer';
import { headersOf, MailRefused } from '../../platform/mail/index.ts';
import type { MailTransport } from '../../platform/mail/index.ts';

export const SMTP_CONNECTIONS = 3;
export const SMTP_CONNECT_TIMEOUT_MS = 10_000;
export const SMTP_SILENCE_TIMEOUT_MS = 20_000;

/** A mail server by its address: smtp://user:password@host:587 or smtps://. */
export function smtpTransport(url: string, silenceTimeoutMs = SMTP_SILENCE_TIMEOUT_MS): MailTransport {
  const transporter = createTransport({
    url,
    pool: true,
    maxConnections: SMTP_CONNECTIONS,
    connectionTimeout: SMTP_CONNECT_TIMEOUT_MS,
    greetingTimeout: SMTP_CONNECT_TIMEOUT_MS,
    socketTimeout: silenceTimeoutMs,
    // A mail is text that we wrote: nothing in it may make the server read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ to, from, subject, text, html, messageId, unsubscribe }) => {
      try {
        await transporter.sendMail({
          ...{ to: { name: '', address: to }, from, subject, text, html, messageId },
          headers: headersOf({ ...(unsubscribe !== undefined && { unsubscribe }) }),
        });
      } catch (error) {
        throw isFinal(error) ? new MailRefused(brief(error), { cause: error }) : error;
      }
    },
    close: () => transporter.close(),
  };
}

/** 5yz to an address or a message means no. To our login it means a misconfigured server: mend that, and the mail goes out. */
function isFinal(error: unknown): boolean {
  const { responseCode, command } = error as { responseCode?: number; command?: string };
  return (
    responseCode !== undefined &&
    responseCode >= 550 &&
    responseCode < 560 &&
    (command === 'RCPT TO' || command === 'DATA' || command === 'MAIL FROM')
  );
}

function brief(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
