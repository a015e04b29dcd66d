import { filled as fill, type Wording } from '@clearbook/contracts/mail-wording';
import { mailWords } from '@clearbook/contracts/words/mail';
import { notificationWords } from '@clearbook/contracts/words/notifications';
import { uiWords } from '@clearbook/contracts/words/ui';
import { displaySymbol } from '@clearbook/domain/market';
import { mailPage } from './page.ts';
import { type MailTemplate, templates } from './templates/index.ts';
import type { Template, Templates } from './templates/template.ts';

/** The value that makes a mail a test: it says so itself, so that nobody can pass it on as if it had happened. */
export const TEST = 'test';

/** What a template may name besides the four values that are always there. */
export type MailValues = Record<string, string>;
/** The values that every template has, by the names the specification gives them. */
export type StandingValues = {
  user_name: string;
  user_email: string;
  site_name: string;
  /** An address where people can write; empty if nobody reads one. */
  site_email: string;
  site_url: string;
  /** Where complaints go: the operator's address for them, or else the site's; empty where there is none. */
  complaints_email: string;
  /** Who runs the site; empty in demo mode. */
  operator_name?: string;
  operator_address?: string;
};
export type StandingSite = Pick<
  StandingValues,
  'site_email' | 'site_url' | 'complaints_email' | 'operator_name' | 'operator_address'
>;

export type RenderedMail = { subject: string; text: string; html: string };

export type MailOptions = {
  /** Where the reader turns such mails off. */
  readonly unsubscribe?: string | undefined;
  /** What it says instead of the template's own subject and lines. */
  readonly wording?: Wording | undefined;
};

/** An unknown name is a bug; a missing value is left out rather than shown as its placeholder. */
export function renderMail(
  name: string,
  values: MailValues & StandingValues,
  { unsubscribe, wording }: MailOptions = {},
): RenderedMail {
  const template: Template | undefined = (templates as Templates)[name];
  if (!template) throw new Error(`There is no mail template ${name}.`);
  const says = wording ?? template;
  const test = values[TEST] !== undefined;
  const read = asRead(values);
  const subject = oneLine(fill(says.subject, read));
  const lines = says.lines.map((line) => fill(line, read)).filter((line) => line !== '');
  if (test) lines.unshift(mailWords.testLine);
  const link = template.link && { text: template.link.text, url: fill(template.link.url, values) };
  const greeting = `Hello ${values.user_name},`;
  const operator = [fill('[{operator_name}, {operator_address}]', values)].filter((line) => line !== '');
  const footer = fill('{site_name}[ · {site_email}]', values);
  return {
    subject: test ? mailWords.testSubject(subject) : subject,
    text: [
      greeting,
      ...(template.manual ? [`[${uiWords.manual}]`] : []),
      ...lines,
      ...(link ? [`${link.text}: ${link.url}`] : []),
      ['-- ', ...operator, footer, ...(unsubscribe ? [`${notificationWords.turnOff}: ${unsubscribe}`] : [])].join('\n'),
    ].join('\n\n'),
    html: mailPage({
      site: values.site_name,
      ...{ subject, greeting, lines, link },
      figure: template.figure === undefined ? null : fill(template.figure, read) || null,
      badge: template.manual ? uiWords.manual : null,
      foot: [...operator, footer],
      off: unsubscribe === undefined ? undefined : { text: notificationWords.turnOff, url: unsubscribe },
    }),
  };
}

export type RenderedNotification = { title: string; text: string; to: string | null; manual: boolean };

/** The same words for the app's list: without a greeting, and with a way to the record instead of the mail's link. */
export function renderNotification(
  name: string,
  values: MailValues & StandingValues,
  id: string | null,
): RenderedNotification {
  const template: Template | undefined = (templates as Templates)[name];
  // Stored rows outlive templates: one without words still shows its name.
  if (!template)
    return {
      title: `${name.charAt(0).toUpperCase()}${name.slice(1)}`.replaceAll('-', ' '),
      text: '',
      to: null,
      manual: false,
    };
  const text = typeof template.inApp === 'string' ? template.inApp : template.lines.join(' ');
  const link =
    template.link?.url.startsWith('{site_url}/') === true ? template.link.url.slice('{site_url}'.length) : '';
  // A link with a secret after the # leads nowhere without it.
  const to = template.to ?? (link.includes('#') ? '' : link);
  return {
    title: oneLine(fill(template.subject, asRead(values))),
    text: fill(text, asRead(values)).trim(),
    to: to === '' ? null : fill(to.replace('{id}', values['id'] ?? id ?? ''), values),
    manual: template.manual === true,
  };
}

/** Values as sentences say them; an address needs them as they are. */
function asRead(values: MailValues): MailValues {
  const { symbol } = values;
  return symbol === undefined ? values : { ...values, symbol: displaySymbol(symbol) };
}

/** Emails that aren't notifications: sent before there is a session, with a secret, or to another address. */
export function isMailOnly(name: MailTemplate, values: MailValues, elsewhere: boolean): boolean {
  const { inApp }: Template = templates[name];
  return inApp === false || TEST in values || 'token' in values || (elsewhere && inApp === undefined);
}

/** A subject is one header line, whatever a name or a site's title holds. */
function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are exactly what must not get into a header
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();
}
