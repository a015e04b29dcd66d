import { monthsAfter } from '../../periods/index.ts';

/** A passport lasts ten years at most, and a few countries' cards twenty. */
const EXPIRY_MAX_YEARS = 20;
/** A document without an expiry date is looked at again after so many years, unless somebody says otherwise. */
const REVIEW_YEARS = 2;
const REVIEW_MAX_YEARS = 5;
/** From so many days before it expires a document can be replaced, and its owner is told. */
export const EXPIRES_SOON_DAYS = 30;

/** What somebody read on a document and decided about it. Days as text: 2031-04-30. */
export type SaidDates = {
  /** The last day on which the document is valid. Null: it has no expiry date. */
  readonly expires_on: string | null;
  /** The day on which somebody looks at it again. Left out: the usual one. */
  readonly review_on?: string | undefined;
};
export type DocumentDates = { readonly expires_on: string | null; readonly review_on: string };

export type DatesProblem =
  | 'expiry_past'
  | 'expiry_too_far'
  | 'expiry_too_old'
  | 'review_past'
  | 'review_too_far'
  | 'review_after_expiry';

/** The day on which a document is looked at again where nobody says one: when it expires, or within what is allowed. */
export function usualReview(expiresOn: string | null, today: string): string {
  if (expiresOn === null) return yearsAfter(today, REVIEW_YEARS);
  const latest = yearsAfter(today, REVIEW_MAX_YEARS);
  return expiresOn < latest ? expiresOn : latest;
}

export function datesOf({ expires_on, review_on }: SaidDates, today: string): DocumentDates {
  return { expires_on, review_on: review_on ?? usualReview(expires_on, today) };
}

/**
 * What can't be taken on a UTC day, by field.
 * @param approving whether the document is accepted today: then it can't have expired. Of one that was accepted before, the truth is kept.
 */
export function datesProblems(
  said: SaidDates,
  today: string,
  { approving }: { approving: boolean },
): { expires_on?: DatesProblem; review_on?: DatesProblem } {
  const { expires_on: expiry, review_on: review } = datesOf(said, today);
  const expired = expiry !== null && expiry <= today;
  const expiryProblem =
    expired && approving
      ? 'expiry_past'
      : expiry !== null && expiry > yearsAfter(today, EXPIRY_MAX_YEARS)
        ? 'expiry_too_far'
        : expiry !== null && expiry < yearsAfter(today, -EXPIRY_MAX_YEARS)
          ? 'expiry_too_old'
          : undefined;
  if (expiryProblem !== undefined) return { expires_on: expiryProblem };
  // One that has expired is due for another look already.
  if (!expired && review <= today) return { review_on: 'review_past' };
  if (expiry !== null && review > expiry) return { review_on: 'review_after_expiry' };
  if (review > yearsAfter(today, REVIEW_MAX_YEARS)) return { review_on: 'review_too_far' };
  return {};
}

export type Validity = 'valid' | 'expiring' | 'expired';

/** Whether a document is past its last day, or will be soon. Unless it is valid for longer its owner can send a new one. */
export function validityOf(expiresOn: string | null, today: string): Validity {
  if (expiresOn === null || expiresOn > daysAfter(today, EXPIRES_SOON_DAYS)) return 'valid';
  return expiresOn < today ? 'expired' : 'expiring';
}

function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The same day of a later or earlier year; 28 February where that year has no 29th. */
function yearsAfter(day: string, years: number): string {
  return monthsAfter(new Date(day), years * 12)
    .toISOString()
    .slice(0, 10);
}
