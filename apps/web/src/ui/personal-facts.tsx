import type { PersonalDetails } from '@clearbook/contracts/identity';
import { personalWords as words } from '@clearbook/contracts/words/personal-details';
import { countryName } from '../lib/country.ts';
import { formatDate } from '../lib/format.ts';
import { Fact } from './fact.tsx';
import classes from './personal-facts.module.css';

const { fields } = words;

/** What somebody said about themselves, for them and for staff. */
export function PersonalFacts({ details, age }: { details: PersonalDetails; age?: string }) {
  const { date_of_birth: born, postal_code: postalCode, source_detail: sourceDetail } = details;
  return (
    <dl className={classes.facts}>
      <Fact name={fields.date_of_birth}>{age === undefined ? formatDate(born) : `${formatDate(born)} (${age})`}</Fact>
      <Fact name={fields.nationality}>{countryName(details.nationality)}</Fact>
      <Fact name={fields.residence}>{countryName(details.residence)}</Fact>
      <Fact name={fields.street}>{details.street}</Fact>
      <Fact name={fields.city}>{details.city}</Fact>
      {postalCode === null ? null : <Fact name={fields.postal_code}>{postalCode}</Fact>}
      <Fact name={fields.tax_number}>{details.tax_number ?? words.none}</Fact>
      <Fact name={fields.source_of_funds}>{words.sources[details.source_of_funds]}</Fact>
      {sourceDetail === null ? null : <Fact name={fields.source_detail}>{sourceDetail}</Fact>}
    </dl>
  );
}
