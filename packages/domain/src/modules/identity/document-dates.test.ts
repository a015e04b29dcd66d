import { describe, expect, it } from 'vitest';
import { datesOf, datesProblems, usualReview, validityOf } from './index.ts';

const TODAY = '2026-11-28';
const approved = (expires_on: string | null, review_on?: string) =>
  datesProblems({ expires_on, review_on }, TODAY, { approving: true });
const recorded = (expires_on: string | null, review_on?: string) =>
  datesProblems({ expires_on, review_on }, TODAY, { approving: false });

describe('the dates of a document', () => {
  it('[I26] expire after today and within 20 years', () => {
    expect(approved('2026-11-29')).toEqual({});
    expect(approved('2046-11-28')).toEqual({});
    expect(approved(null)).toEqual({});
    for (const day of [TODAY, '2026-11-27', '1990-01-01']) expect(approved(day)).toEqual({ expires_on: 'expiry_past' });
    expect(approved('2046-11-29')).toEqual({ expires_on: 'expiry_too_far' });
  });

  it('[I26] are looked at again after today, within five years and before the document expires', () => {
    expect(approved(null, '2026-11-29')).toEqual({});
    expect(approved('2040-01-01', '2031-11-28')).toEqual({});
    expect(approved('2027-05-01', '2027-05-01')).toEqual({});
    expect(approved(null, TODAY)).toEqual({ review_on: 'review_past' });
    expect(approved(null, '2031-11-29')).toEqual({ review_on: 'review_too_far' });
    expect(approved('2027-05-01', '2027-05-02')).toEqual({ review_on: 'review_after_expiry' });
    // One problem at a time: without a true expiry nothing can be said of the review.
    expect(approved('2020-01-01', '2040-01-01')).toEqual({ expires_on: 'expiry_past' });
  });

  it('[I26] are looked at again when the document expires, in five years at the latest, or in two where it never does', () => {
    expect(usualReview('2028-03-01', TODAY)).toBe('2028-03-01');
    expect(usualReview('2040-01-01', TODAY)).toBe('2031-11-28');
    expect(usualReview(null, TODAY)).toBe('2028-11-28');
    expect(usualReview(null, '2028-02-29')).toBe('2030-02-28');
    expect(datesOf({ expires_on: null, review_on: '2027-01-01' }, TODAY)).toEqual({ expires_on: null, review_on: '2027-01-01' }); // prettier-ignore
  });

  it('[I27] recorded later can be past, up to 20 years, and then nothing is asked of the review but to come no later', () => {
    expect(recorded('2026-11-27')).toEqual({});
    expect(recorded(TODAY)).toEqual({});
    expect(recorded('2006-11-28', '2006-11-28')).toEqual({});
    expect(recorded('2006-11-27')).toEqual({ expires_on: 'expiry_too_old' });
    expect(recorded('2026-11-27', '2026-11-28')).toEqual({ review_on: 'review_after_expiry' });
    expect(recorded('2030-01-01', TODAY)).toEqual({ review_on: 'review_past' });
  });

  it('[I28] count through the last day, and make way for a new document from 30 days before', () => {
    const validity = (day: string | null) => validityOf(day, TODAY);
    expect(['2026-12-29', '2026-12-28', TODAY, '2026-11-27'].map(validity)).toEqual(['valid', 'expiring', 'expiring', 'expired']); // prettier-ignore
    expect(validity(null)).toBe('valid');
  });
});
