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

/** What operators can say otherwise (docs/spec/mail.md, N54), except for what carries a code. */
const worded = {
  ...identityTemplates,
  ...depositsTemplates,
  ...withdrawalsTemplates,
  ...tradingTemplates,
  ...alertsTemplates,
  ...protectionTemplates,
  ...plansTemplates,
  ...loansTemplates,
  ...copyingTemplates,
} as const satisfies Templates;

/** What warns people of others, staff included: of changed access, holds, corrections and addresses. It always says the same. */
const fixed = {
  ...accessTemplates,
  ...accountTemplates,
  ...holdsTemplates,
  ...siteTemplates,
} as const satisfies Templates;

/** Every mail that the product sends. Plain words, and never a request to pay anything. */
export const templates = { ...worded, ...fixed };
export type MailTemplate = keyof typeof templates;
export const MAIL_TEMPLATES = Object.keys(templates) as MailTemplate[];
export const isMailTemplate = (name: string): name is MailTemplate => Object.hasOwn(templates, name);

/** Whether operators can say it otherwise. */
export function isWorded(name: MailTemplate): boolean {
  return Object.hasOwn(worded, name) && !/\{(?:code|token)\}/.test(JSON.stringify(templates[name]));
}
