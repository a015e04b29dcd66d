import { describe, expect, it } from 'vitest';
import { renderMail, templates } from './templates.ts';

const standing = {
  user_name: 'Ann Lee',
  user_email: 'ann@example.org',
  site_name: 'Clearbook',
  site_email: 'desk@example.org',
  site_url: 'https://clearbook.example',
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
      });
      expect(mail.text, name).toContain('Hello Ann Lee,');
      expect(mail.text, name).toContain('Clearbook');
      expect(mail.subject + mail.text + mail.html, name).not.toMatch(/[{}]/);
    }
    expect(() => renderMail('nonsense', standing)).toThrow('no mail template');
  });

  it('[N2] never ask anybody to pay', () => {
    for (const name of Object.keys(templates))
      expect(renderMail(name, standing).text, name).not.toMatch(
        /\b(?:pay (?:us|a|the)|please pay|send (?:us )?(?:money|funds)|fee (?:first|before|to withdraw)|deposit more)\b/i,
      );
  });

  it('[N3] show what people typed as text: no header, no markup and no placeholder comes of it', () => {
    const hostile = 'Ann\r\nBcc: all@example.org <script>alert(1)</script> {site_email}"\'';
    const mail = renderMail('account-exists', { ...standing, user_name: hostile, site_name: hostile });
    expect(mail.subject).not.toMatch(/[\r\n]/);
    expect(mail.html).not.toContain('<script>');
    expect(mail.html).toContain('&lt;script&gt;');
    expect(mail.html).toContain('{site_email}');
  });

  it('[N4] carry a reset token only after the #, so that it reaches no log', () => {
    expect(renderMail('password-reset', { ...standing, token: 'abc' }).text).toContain(
      'https://clearbook.example/reset-password#token=abc',
    );
  });
});
