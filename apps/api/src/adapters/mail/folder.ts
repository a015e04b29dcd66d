import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import type { MailTransport } from '../../platform/mail/index.ts';

/** Writes each mail as one .eml file, readable by its owner alone. The name is the message's own, so that a second try replaces the first. */
export function folderTransport(folder: string): MailTransport {
  return {
    send: async ({ to, from, subject, text, html, messageId }) => {
      const bytes = await new MailComposer({ to: { name: '', address: to }, from, subject, text, html, messageId })
        .compile()
        .build();
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, `${messageId.replaceAll(/[^\w-]/g, '_')}.eml`);
      const file = await open(`${path}.part`, 'w', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(`${path}.part`, path);
    },
    close: () => undefined,
  };
}
