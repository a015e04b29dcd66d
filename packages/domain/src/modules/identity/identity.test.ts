import { describe, expect, it } from 'vitest';
import {
  ageOn,
  changedFields,
  decideDocuments,
  detailsProblems,
  identityState,
  type PersonalDetails,
  sidesWanted,
} from './index.ts';

describe('identity documents', () => {
  it('[I1] stand for one state together: a declined one asks for more, two accepted ones verify', () => {
    expect(identityState({})).toBe('none');
    expect(identityState({ front: 'pending', back: 'pending' })).toBe('pending');
    expect(identityState({ front: 'approved', back: 'pending' })).toBe('pending');
    expect(identityState({ front: 'approved', back: 'declined' })).toBe('declined');
    expect(identityState({ front: 'approved', back: 'approved' })).toBe('approved');
  });

  it('[I2] both are wanted at first, and afterwards only what was not accepted', () => {
    expect(sidesWanted({})).toEqual(['front', 'back']);
    expect(sidesWanted({ front: 'approved', back: 'declined' })).toEqual(['back']);
    expect(sidesWanted({ front: 'declined', back: 'declined' })).toEqual(['front', 'back']);
  });

  it('[I3] are declined one by one: what a rejection does not name is accepted, and one that names none declines what waited', () => {
    const waiting = { front: 'pending', back: 'pending' } as const;
    expect(decideDocuments(waiting, { decision: 'approve' })).toEqual({ front: 'approved', back: 'approved' });
    expect(decideDocuments(waiting, { decision: 'reject', declined: ['back'] })).toEqual({
      front: 'approved',
      back: 'declined',
    });
    expect(decideDocuments(waiting, { decision: 'reject', declined: [] })).toEqual({
      front: 'declined',
      back: 'declined',
    });
    expect(decideDocuments({ front: 'approved', back: 'pending' }, { decision: 'reject', declined: [] })).toEqual({
      front: 'approved',
      back: 'declined',
    });
  });
});

describe('personal details', () => {
  const details = {
    date_of_birth: '1990-04-23',
    residence: 'DE',
    nationality: 'NL',
    street: 'Lindenallee 7',
    city: 'Hamburg',
    postal_code: null,
    tax_number: '1',
    source_of_funds: 'salary',
    source_detail: null,
  };

  it('[I19] a person comes of age on their birthday, and born on 29 February on 1 March', () => {
    expect(ageOn('2008-11-28', '2026-11-27')).toBe(17);
    expect(ageOn('2008-11-28', '2026-11-28')).toBe(18);
    expect(['2026-02-28', '2026-03-01'].map((day) => ageOn('2008-02-29', day))).toEqual([17, 18]);
  });

  it('[I19] names what is wrong by field: too young, a year nobody has, and what another field asks for', () => {
    const problems = (change: Partial<PersonalDetails>) => detailsProblems({ ...details, ...change }, '2026-11-28');
    expect(problems({})).toEqual({});
    expect(problems({ date_of_birth: '2009-01-01' })).toEqual({ date_of_birth: 'under_age' });
    for (const born of ['2027-01-01', '1900-01-01'])
      expect(problems({ date_of_birth: born })).toEqual({ date_of_birth: 'impossible_birth' });
    expect(problems({ tax_number: null })).toEqual({ tax_number: 'tax_number_missing' });
    expect(problems({ tax_number: null, residence: 'AE' })).toEqual({});
    expect(problems({ source_of_funds: 'other' })).toEqual({ source_detail: 'source_detail_missing' });
  });

  it('[I18] tells which fields two versions differ in', () => {
    expect(changedFields(details, details)).toEqual([]);
    expect(changedFields(details, { ...details, city: 'Berlin', tax_number: null })).toEqual(['city', 'tax_number']);
  });
});
