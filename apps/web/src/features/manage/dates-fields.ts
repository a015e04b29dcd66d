import type { IdentityDates } from '@clearbook/contracts/identity';
import { messages } from '@clearbook/contracts/messages';
import { identityDateWords } from '@clearbook/contracts/words/identity-dates';
import { datesProblems, type SaidDates } from '@clearbook/domain/document-dates';
import type { FieldErrors } from '../../lib/form.ts';
import type { Field } from './decision.ts';

const { staff: words } = identityDateWords;
type Typed = { expiry: string; expires_on: string; review_on: string };

/** What is asked about the dates of a document, wherever somebody says them: that it has none is a choice of its own. */
export function datesFields({ expiry }: Typed): Field[] {
  return [
    {
      kind: 'one',
      name: 'expiry',
      label: words.which,
      choices: [
        { value: 'on', label: words.choices.on },
        { value: 'never', label: words.choices.never },
      ],
    },
    ...(expiry === 'never'
      ? []
      : [{ kind: 'day' as const, name: 'expires_on', label: words.expiry, hint: words.expiryHint, first: true }]),
    { kind: 'day', name: 'review_on', label: words.review, hint: words.reviewHint },
  ];
}

export function datesFrom(dates: IdentityDates | null): Typed {
  return {
    expiry: dates !== null && dates.expires_on === null ? 'never' : 'on',
    expires_on: dates?.expires_on ?? '',
    review_on: dates?.review_on ?? '',
  };
}

export function datesSaid({ expiry, expires_on, review_on }: Typed): SaidDates {
  return { expires_on: expiry === 'never' ? null : expires_on, ...(review_on !== '' && { review_on }) };
}

/** By the rules of the server, on this UTC day. A field that is empty has no wrong date yet. */
export function wrongDates(typed: Typed, of: { approving: boolean }): FieldErrors {
  const said = datesSaid(typed);
  if (said.expires_on === '') return {};
  const problems = datesProblems(said, new Date().toISOString().slice(0, 10), of);
  return Object.fromEntries(
    Object.entries(problems).map(([name, problem]) => [name, messages.identity.dates.problems[problem]]),
  );
}
