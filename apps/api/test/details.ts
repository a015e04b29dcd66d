/** What a client says about themselves, for tests that need somebody to have. */
export const DETAILS = {
  date_of_birth: '1990-04-23',
  residence: 'DE',
  nationality: 'NL',
  street: 'Lindenallee 7',
  city: 'Hamburg',
  postal_code: '20259',
  tax_number: '12345678901',
  source_of_funds: 'salary',
  source_detail: null,
} as const;
