/** Whoever is younger can't hold a live account. */
export const ADULT_YEARS = 18;
/** Nobody is older: the year was mistyped. */
const OLDEST_YEARS = 120;

/**
 * Countries that give people no tax number, or not all of them: the field can be left empty there. A country that is here by mistake costs us a
 * number, and one that is missing shuts its people out.
 */
const WITHOUT_TAX_NUMBER: ReadonlySet<string> = new Set(
  'AE AI BH BM BS KW KY MC MH NR OM PW QA SA TC VG VU'.split(' '),
);

export type PersonalDetails = {
  /** A day as text: 1990-04-23. */
  readonly date_of_birth: string;
  /** Countries by their ISO 3166-1 alpha-2 code. */
  readonly residence: string;
  readonly nationality: string;
  readonly street: string;
  readonly city: string;
  readonly postal_code: string | null;
  readonly tax_number: string | null;
  readonly source_of_funds: string;
  readonly source_detail: string | null;
};
type Field = keyof PersonalDetails;

const FIELDS: readonly Field[] = [
  'date_of_birth',
  'residence',
  'nationality',
  'street',
  'city',
  'postal_code',
  'tax_number',
  'source_of_funds',
  'source_detail',
];

/** Full years on a UTC day. Whoever was born on 29 February comes of age on 1 March. */
export function ageOn(dateOfBirth: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
  return today.slice(5) < dateOfBirth.slice(5) ? years - 1 : years;
}

export function needsTaxNumber(residence: string): boolean {
  return !WITHOUT_TAX_NUMBER.has(residence);
}

export type DetailsProblem = 'under_age' | 'impossible_birth' | 'tax_number_missing' | 'source_detail_missing';

/** What can't be taken on a UTC day, by field: what one field alone can't tell. */
export function detailsProblems(details: PersonalDetails, today: string): { [F in Field]?: DetailsProblem } {
  const age = ageOn(details.date_of_birth, today);
  return {
    ...((age < 0 || age > OLDEST_YEARS) && { date_of_birth: 'impossible_birth' }),
    ...(age >= 0 && age < ADULT_YEARS && { date_of_birth: 'under_age' }),
    ...(details.tax_number === null && needsTaxNumber(details.residence) && { tax_number: 'tax_number_missing' }),
    ...(details.source_of_funds === 'other' &&
      details.source_detail === null && { source_detail: 'source_detail_missing' }),
  };
}

/** The fields in which two versions differ. */
export function changedFields(before: PersonalDetails, after: PersonalDetails): Field[] {
  return FIELDS.filter((name) => before[name] !== after[name]);
}
