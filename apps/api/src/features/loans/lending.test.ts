import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { messages } from '@clearbook/contracts/messages';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../platform/config.ts';
import { lends, requireLending } from './lending.ts';

describe('lending', () => {
  it('[B8] paper money is always lent, real money only under a licence; the refusal says so', () => {
    expect(lends({ mode: 'demo' })).toBe(true);
    expect(lends({ mode: 'live' })).toBe(false);
    expect(lends({ mode: 'live', lendingLicence: 'CL-4711' })).toBe(true);
    expect(() => requireLending({ mode: 'live' })).toThrow(messages.loan.notOffered);
    expect(() => requireLending({ mode: 'live', lendingLicence: 'CL-4711' })).not.toThrow();
  });

  it('[B8] the licence is named by OPERATOR_LENDING_LICENCE, and an empty one is none', () => {
    expect(readConfig({ OPERATOR_LENDING_LICENCE: 'CL-4711' }).lendingLicence).toBe('CL-4711');
    expect(readConfig({ OPERATOR_LENDING_LICENCE: ' ' }).lendingLicence).toBeUndefined();
  });

  it('[B3] no text of the product promises a return', () => {
    const roots = ['packages/contracts/src', 'apps/web/src', 'apps/api/src/platform/mail'].map((path) =>
      fileURLToPath(new URL(`../../../../../${path}`, import.meta.url)),
    );
    const files = roots.flatMap((root) =>
      readdirSync(root, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
        .map((name) => join(root, name)),
    );
    expect(files.length).toBeGreaterThan(50);
    const promise =
      /\bROI\b|return on investment|guaranteed?\s+(?:profit|return|income)|every 2 weeks|risk[- ]free|\d\s?[-–]\s?\d+\s?%/i;
    expect(files.filter((file) => promise.test(readFileSync(file, 'utf8')))).toEqual([]);
  });
});
