import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { folderTransport } from './folder.ts';

it('[N52] a mail says that a program wrote it, and has a plain and an HTML part', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mail-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await folderTransport(folder).send({
    ...{ to: 'ann@example.org', from: 'desk@example.org', subject: 'Hello', text: 'plain', html: '<p>rich</p>' },
    messageId: '<1@example.org>',
  });
  const [file = ''] = readdirSync(folder);
  const mail = readFileSync(join(folder, file), 'utf8');
  expect(mail).toMatch(/^Auto-Submitted: auto-generated\r?$/m);
  expect(mail).toMatch(/^Content-Type: multipart\/alternative/m);
  for (const type of ['text/plain', 'text/html']) expect(mail).toContain(`Content-Type: ${type}`);
});
