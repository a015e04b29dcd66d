import { COUNTRIES } from '@clearbook/contracts/countries';

const names = new Intl.DisplayNames('en', { type: 'region' });

export function countryName(code: string): string {
  return names.of(code) ?? code;
}

/** All of them by name, as choices of a field. */
export function countryChoices(): { value: string; label: string }[] {
  return COUNTRIES.map((value) => ({ value, label: countryName(value) })).toSorted((a, b) =>
    a.label.localeCompare(b.label, 'en'),
  );
}
