import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerOptions } from 'smtp-server';

type ReceivedMail = { to: string; text: string };
export type MailServer = { url: string; port: number; got: ReceivedMail[]; close(): Promise<void> };

/** A mail server of the test's own on a free port unless one is named, which takes everything that `options` do not refuse. */
export async function mailServer(options: SMTPServerOptions = {}, listenOn = 0): Promise<MailServer> {
  const got: ReceivedMail[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      stream.on('end', () => {
        got.push({ to: session.envelope.rcptTo.map(({ address }) => address).join(), text });
        done();
      });
    },
    ...options,
  });
  smtp.on('error', () => undefined);
  smtp.listen(listenOn, '127.0.0.1');
  await once(smtp.server, 'listening');
  const { port } = smtp.server.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => smtp.close(() => resolve()));
  return { url: `smtp://127.0.0.1:${port}`, port, got, close };
}
