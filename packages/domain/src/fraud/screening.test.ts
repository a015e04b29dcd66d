import { describe, expect, it } from 'vitest';
import { type ListedPerson, screeningIndex } from './screening.ts';

const person = (name: string, rest: Partial<ListedPerson> = {}): ListedPerson => ({
  list: 'UN',
  name,
  aliases: [],
  born: [],
  country: null,
  program: null,
  ...rest,
});
const BORN = '1961-04-28';
const found = (people: readonly ListedPerson[], name: string, born = BORN) =>
  screeningIndex(people)(name, born).map((match) => `${match.name}: ${match.birth}`);

describe('a list of names', () => {
  const people = [
    person('Viktor Andreevich SOKOLOV', { aliases: ['Victor Sokoloff', 'Виктор Соколов'], born: ['1961'] }),
    person('Jürgen Groß-Müller', { born: ['1975-01-02', '1961-04-28'] }),
    person('Anna Lee'),
    person('Hamza', { born: ['1961-04'] }),
  ];

  it.each([
    ['viktor sokolov', 'Viktor Andreevich SOKOLOV: agrees'],
    ['Sokolow, Viktor', 'Viktor Andreevich SOKOLOV: agrees'],
    ['Соколов Виктор', 'Viktor Andreevich SOKOLOV: agrees'],
    ['Dr Juergen Gross Muller', 'Jürgen Groß-Müller: agrees'],
    ['Viktor Sokolov 号', 'Viktor Andreevich SOKOLOV: agrees'],
    ['LEE anna', 'Anna Lee: unknown'],
  ])('[I22] finds %s in spite of case, accents, order and one slip', (name, match) => {
    expect(found(people, name).filter((each) => !each.startsWith('Hamza'))).toEqual([match]);
  });

  it('[I22] finds no one who is not there, and one word alone only with its date of birth', () => {
    expect(found(people, 'Maria Sokolova')).toEqual([]);
    expect(found(people, '山田 太郎')).toEqual([]);
    expect(found(people, 'Hamza Yildiz')).toEqual(['Hamza: agrees']);
    expect(found(people, 'Hamza Yildiz', '1990-01-01')).toEqual([]);
  });

  it('[FS13] finds who is written as one word here and as two there', () => {
    expect(found([person('Abdul Rahman KHALID')], 'Abdulrahman Khalid')).toEqual(['Abdul Rahman KHALID: unknown']);
    expect(found([person('Abdulrahman KHALID')], 'Khalid Abdul Rahman')).toEqual(['Abdulrahman KHALID: unknown']);
  });

  it('[FS13] says whether the date of birth agrees as far as the list knows it, the best first', () => {
    const three = [
      person('Ann Ray', { born: ['1950'] }),
      person('Ann Ray'),
      person('Ann Ray', { born: ['1961-04-28'] }),
    ];
    expect(found(three, 'Ann Ray')).toEqual(['Ann Ray: agrees', 'Ann Ray: unknown', 'Ann Ray: differs']);
  });

  it('[I22] finds through its index whatever a comparison with everybody finds', () => {
    const names = [
      'Marta Kowalczyk',
      'Marta Kowalczik',
      'Kowalczyk M',
      'Ole Nordmann',
      'Ole Nordman',
      'Nordmann Ole J',
    ];
    const all = names.map((name) => person(name));
    for (const name of ['Marta Kowalczyk', 'Ole Nordmann']) expect(screeningIndex(all)(name, BORN)).toHaveLength(3);
  });
});
