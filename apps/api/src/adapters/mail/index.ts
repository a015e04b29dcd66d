import { join } from 'node:path';
import type { Config } from '../../platform/config.ts';
import type { MailTransport } from '../../platform/mail/index.ts';
import { folderTransport } from './folder.ts';
import { smtpTransport } from './smtp.ts';

/** SMTP where SMTP_URL is given; files that a mail program opens where it is not. */
export function mailTransport(config: Pick<Config, 'smtpUrl' | 'dataDir'>): MailTransport {
  return config.smtpUrl === undefined ? folderTransport(join(config.dataDir, 'mail')) : smtpTransport(config.smtpUrl);
}

export { folderTransport, smtpTransport };
