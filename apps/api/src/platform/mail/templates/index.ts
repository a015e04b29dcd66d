import { accessTemplates } from './access.ts';
import { accountTemplates } from './account.ts';
import { alertsTemplates } from './alerts.ts';
import { copyingTemplates } from './copying.ts';
import { depositsTemplates } from './deposits.ts';
import { holdsTemplates } from './holds.ts';
import { identityTemplates } from './identity.ts';
import { loansTemplates } from './loans.ts';
import { plansTemplates } from './plans.ts';
import { protectionTemplates } from './protection.ts';
import { siteTemplates } from './site.ts';
import { tradingTemplates } from './trading.ts';
import { withdrawalsTemplates } from './withdrawals.ts';
import type { Templates } from './template.ts';

/** Every mail that the product sends. Plain words, and never a request to pay anything. */
export const templates = {
  ...accessTemplates,
  ...accountTemplates,
  ...identityTemplates,
  ...depositsTemplates,
  ...withdrawalsTemplates,
  ...holdsTemplates,
  ...tradingTemplates,
  ...alertsTemplates,
  ...protectionTemplates,
  ...plansTemplates,
  ...loansTemplates,
  ...copyingTemplates,
  ...siteTemplates,
} as const satisfies Templates;
export type MailTemplate = keyof typeof templates;
export const MAIL_TEMPLATES = Object.keys(templates) as MailTemplate[];
export const isMailTemplate = (name: string): name is MailTemplate => Object.hasOwn(templates, name);
