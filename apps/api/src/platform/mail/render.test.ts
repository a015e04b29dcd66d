import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { faultIn, requiredIn } from '@clearbook/contracts/mail-wording';
import { asksToPay } from '@clearbook/contracts/said-to-clients';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { renderMail, renderNotification } from './render.ts';
import { examplesOf } from './examples.ts';
import { isWorded, MAIL_TEMPLATES, type MailTemplate, templates } from './templates/index.ts';
import { wordingOf } from './wording.ts';
import { standingSite } from './worker.ts';

const standing = {
  user_name: 'Ann Lee',
  user_email: 'ann@example.org',
  site_name: 'Clearbook',
  site_email: 'desk@example.org',
  site_url: 'https://clearbook.example',
  complaints_email: 'complaints@clearbook.example',
};

describe('mail texts', () => {
  it('[N1] greet by name, name the site and leave no placeholder open', () => {
    for (const name of Object.keys(templates)) {
      const mail = renderMail(name, {
        ...standing,
        code: '123456',
        amount: '$5.00',
        reason: 'why',
        reference: 'r',
        token: 't',
        time: 'now',
        device: 'd',
        direction: 'credit',
        side: 'Buy',
        symbol: 'EURUSD',
        lots: '0.10',
        price: '1.08500',
        result: 'profit of $1.00',
      });
      expect(mail.text, name).toContain('Hello Ann Lee,');
      expect(mail.text, name).toContain('Clearbook');
      // The style sheet has braces of its own.
      expect(mail.subject + mail.text + mail.html.replace(/<style>[^<]*<\/style>/, ''), name).not.toMatch(/[{}]/);
    }
    expect(() => renderMail('nonsense', standing)).toThrow('no mail template');
  });

  it('[N24] name an address that somebody reads, or none', () => {
    const site = standingSite({
      mailFrom: 'Clearbook <no-reply@localhost>',
      publicUrl: 'http://127.0.0.1:3000',
    });
    for (const name of Object.keys(templates)) {
      const { text, html } = renderMail(name, { ...standing, ...site });
      expect(text + html, name).not.toMatch(/write to|no-?reply|@localhost|\[[^M]/);
      expect(text, name).not.toMatch(/\n\n\n/);
    }
    expect(renderMail('password-changed', standing).text).toContain('and write to desk@example.org.');
    expect(standingSite({ mailFrom: 'desk@example.org', publicUrl: '' }).site_email).toBe('desk@example.org');
  });

  it('[N1] are those of every feature’s file, and no two files have one of the same name', async () => {
    const files = readdirSync(join(import.meta.dirname, 'templates')).filter(
      (name) => !/^(index|template)\.ts$/.test(name),
    );
    const names: string[] = [];
    for (const file of files) {
      const [words] = Object.values((await import(`./templates/${file}`)) as Record<string, object>);
      names.push(...Object.keys(words ?? {}));
    }
    expect(names.toSorted()).toEqual(Object.keys(templates).toSorted());
  });

  it('[N19] the mails about a suspension and its end say what becomes of waiting orders', () => {
    const suspended = renderMail('suspended', { ...standing, reason: 'a document is missing' }).text;
    expect(suspended).toContain('we’ve cancelled your working orders');
    const lifted = renderMail('unsuspended', standing).text;
    expect(lifted).toContain('Cancelled orders stay cancelled');
    expect(lifted).not.toContain('Everything works again');
  });

  it('[N50] the operator’s contact is in every mail’s foot, and a live site has one by its address for complaints', () => {
    const site = standingSite({
      mailFrom: 'Clearbook <no-reply@site.example>',
      publicUrl: 'https://site.example',
      contactEmail: 'help@site.example',
    });
    expect(site.site_email).toBe('help@site.example');
    const mail = renderMail('suspended', { ...standing, ...site, reason: 'a check' });
    expect(mail.text).toMatch(/· help@site\.example$/);
    const of = (env: Record<string, string>) => readConfig(env).contactEmail;
    const operator = {
      ...{ OPERATOR_LEGAL_NAME: 'Example Ltd', OPERATOR_ADDRESS: '1 Example Street', OPERATOR_REGISTRATION: '1' },
      ...{ OPERATOR_REGULATOR: 'None', OPERATOR_COMPLAINTS_EMAIL: 'complaints@site.example' },
    };
    expect(of(operator)).toBe('complaints@site.example');
    expect(of({ ...operator, OPERATOR_CONTACT_EMAIL: 'help@site.example' })).toBe('help@site.example');
    expect(of({})).toBeUndefined();
  });

  it('[N41] an entry by hand carries its badge in the app and in the mail, and nothing else does', () => {
    const by = Object.keys(templates).filter((name) => renderNotification(name, standing, null).manual);
    expect(by.toSorted()).toEqual(['adjustment', 'trade-recorded', 'trade-settled-manual']);
    for (const name of Object.keys(templates)) {
      const { text, html } = renderMail(name, standing);
      expect([text.includes('[Manual]'), html.includes('>Manual</strong>')], name).toEqual(
        by.includes(name) ? [true, true] : [false, false],
      );
    }
  });

  it('[N37] say the same in the app: a title, a sentence, and a way inside this site that needs nothing but the record’s id', () => {
    const id = '01890000-0000-7000-8000-000000000000';
    for (const name of Object.keys(templates)) {
      const { title, text, to } = renderNotification(name, { ...standing, client: id }, id);
      expect(title, name).not.toBe('');
      expect(text, name).not.toBe('');
      if (to !== null) expect(to, name).toMatch(/^\/[a-z-]+(\/[0-9a-f-]{36}|\?[a-z]+=[a-z0-9-]+)?$/);
    }
    expect(renderNotification('withdrawal-code', { ...standing, code: '123456' }, id).text).not.toContain('123456');
    expect(renderNotification('of-a-later-version', standing, id)).toEqual({
      title: 'Of a later version',
      text: '',
      to: null,
      manual: false,
    });
  });

  it('[N51] have an HTML part in both themes with the site above and the operator below, and the amount or code written large', () => {
    const operator = { operator_name: 'Example Ltd', operator_address: '1 Example Street' };
    for (const name of Object.keys(templates)) {
      const { html, text, subject } = renderMail(name, {
        ...standing,
        ...operator,
        amount: '$1,250.50',
        code: '123456',
      });
      expect(html, name).toContain('<meta name="color-scheme" content="light dark">');
      expect(html, name).toContain('@media (prefers-color-scheme:dark)');
      expect(html, name).toContain(`<title>${subject.replaceAll("'", '&#39;')}</title>`);
      expect(html, name).toContain('Example Ltd, 1 Example Street<br>Clearbook');
      expect(text, name).toMatch(/\n-- \nExample Ltd, 1 Example Street\nClearbook/);
      // Nothing is fetched from anywhere when it is opened.
      expect(html, name).not.toMatch(/<img|<link|url\(|@import/);
    }
    const figureIn = (name: string) =>
      /class="ink box figure"[^>]*>([^<]*)</.exec(
        renderMail(name, { ...standing, amount: '$1,250.50', code: '123456' }).html,
      )?.[1];
    expect(['deposit-approved', 'withdrawal-approved', 'withdrawal-code', 'password-changed'].map(figureIn)).toEqual([
      '$1,250.50', '$1,250.50', '123456', undefined,
    ]); // prettier-ignore
  });

  it('[N2] never ask anybody to pay', () => {
    for (const name of Object.keys(templates))
      expect(asksToPay(renderMail(name, { ...standing, ...examplesOf(name as MailTemplate) }).text), name).toBe(false);
  });

  it('[N3] show what people typed as text: no header, no markup and no placeholder comes of it', () => {
    const hostile = 'Ann\r\nBcc: all@example.org <script>alert(1)</script> {site_email}"\'';
    const mail = renderMail('account-exists', { ...standing, user_name: hostile, site_name: hostile });
    expect(mail.subject).not.toMatch(/[\r\n]/);
    expect(mail.html).not.toContain('<script>');
    expect(mail.html).toContain('&lt;script&gt;');
    expect(mail.html).toContain('{site_email}');
  });

  it('[N54] can be set where they are about neither access, holds, corrections, addresses nor a code, and each that can be is fit to be set', () => {
    const worded = MAIL_TEMPLATES.filter(isWorded);
    expect(worded).toContain('withdrawal-rejected');
    for (const name of [
      'withdrawal-code',
      'password-changed',
      'hold-placed',
      'adjustment',
      'suspended',
      'wallets-changed',
    ] as const)
      expect(worded, name).not.toContain(name);
    for (const name of worded)
      expect(faultIn(templates[name], { subject: null, lines: [...templates[name].lines] }), name).toBeUndefined();
    for (const name of MAIL_TEMPLATES.filter((one) => !isWorded(one)))
      expect(wordingOf(name, { subject: 'Other', lines: null }), name).toBeUndefined();
  });

  it('[N54] say what they come with where what was set no longer fits', () => {
    const { lines } = templates['withdrawal-rejected'];
    expect(requiredIn(templates['withdrawal-rejected'])).toEqual(['amount', 'reason']);
    expect(wordingOf('withdrawal-rejected', { subject: 'Not sent', lines: null })).toEqual({
      subject: 'Not sent',
      lines,
    });
    expect(wordingOf('withdrawal-rejected', { subject: null, lines: ['{amount} stays. {reason}'] })?.lines).toEqual([
      '{amount} stays. {reason}',
    ]);
    for (const stored of [
      null,
      {},
      'x',
      { subject: null, lines: ['{amount} stays.'] },
      { subject: '{fee}', lines: null },
    ])
      expect(wordingOf('withdrawal-rejected', stored), JSON.stringify(stored)).toBeUndefined();
    expect(wordingOf('nothing', { subject: 'Other', lines: null })).toBeUndefined();
  });

  it('[N4] carry a reset token only after the #, so that it reaches no log', () => {
    expect(renderMail('password-reset', { ...standing, token: 'abc' }).text).toContain(
      'https://clearbook.example/reset-password#token=abc',
    );
  });
});
