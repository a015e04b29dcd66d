import { type PersonalDetails, personalDetailsBody } from '@clearbook/contracts/identity';
import { messages } from '@clearbook/contracts/messages';
import { detailsProblems, type PersonalDetails as Typed } from '@clearbook/domain/personal-details';
import { type FieldErrors, firstErrors, formOf } from '../../lib/form.ts';

/** What was said before, and the UTC day on which somebody must be of age. */
export type DetailsOf = { details: PersonalDetails | null; today: string };

const EMPTY = {
  date_of_birth: '',
  nationality: '',
  residence: '',
  street: '',
  city: '',
  postal_code: '',
  tax_number: '',
  source_of_funds: '',
  source_detail: '',
};
type Values = typeof EMPTY;

/** What a person says about themselves. The server asks the same of fields that belong together. */
export const detailsForm = formOf({
  route: 'PUT /identity/details',
  schema: personalDetailsBody,
  initial: ({ details }: DetailsOf): Values => {
    if (details === null) return EMPTY;
    const { submitted_at: _, postal_code: postal, tax_number: tax, source_detail: detail, ...others } = details;
    return { ...others, postal_code: postal ?? '', tax_number: tax ?? '', source_detail: detail ?? '' };
  },
  body,
  check: (values, { today }) => {
    const errors: FieldErrors = {};
    // A field that is empty has no wrong year yet.
    const alone = firstErrors(personalDetailsBody, body(values));
    for (const [name, problem] of Object.entries(detailsProblems(body(values), today)))
      errors[name] = alone[name] ?? messages.identity.details.problems[problem];
    return errors;
  },
  topics: ['identity'],
});

function body(values: Values): Typed {
  const { postal_code: postal, tax_number: tax, source_detail: detail, ...others } = values;
  return { ...others, postal_code: typed(postal), tax_number: typed(tax), source_detail: typed(detail) };
}

function typed(text: string): string | null {
  return text.trim() === '' ? null : text;
}
