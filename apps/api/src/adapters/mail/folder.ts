import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import { headersOf, type MailTransport } from '../../platform/mail/index.ts';

/** The outbox's id at the beginning of a message's own. */
const MAIL_ID = /^_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})_/;

/** Writes each mail as one .eml file, readable by its owner alone. The name is the message's own, so that a second try replaces the first. */
export function folderTransport(folder: string): MailTransport {
  return {
    send: async ({ to, from, subject, text, html, messageId, unsubscribe }) => {
      const bytes = await new MailComposer({
        ...{ to: { name: '', address: to }, from, subject, text, html, messageId },
        headers: headersOf({ ...(unsubscribe !== undefined && { unsubscribe }) }),
      })
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
    forget: async (kept) => {
      const files = await readdir(folder).catch(() => []);
      const ids = files.flatMap((file) => MAIL_ID.exec(file)?.[1] ?? []);
      const left = await kept(ids);
      for (const file of files) {
        const id = MAIL_ID.exec(file)?.[1];
        if (id !== undefined && !left.has(id)) await rm(join(folder, file), { force: true });
      }
    },
    close: () => undefined,
  };
}
