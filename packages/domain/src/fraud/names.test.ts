import { describe, expect, it } from 'vitest';
import { lookAlike } from './addresses.ts';
import { namesAgree } from './names.ts';

describe('names', () => {
  it.each([
    ['Ann Lee', 'ANN LEE'],
    ['Lee, Ann', 'Ann Lee'],
    ['Mr. José Núñez', 'Jose Nunez'],
    ['J Smith', 'Jane Smith'],
    ['J. R. Smith', 'Jane Rose Smith'],
    ['Anna Maria Schmidt', 'Anna Schmidt'],
    ['Jean-Luc Picard', 'Jeanluc Picard'],
    ['Łukasz Żółć', 'Lukasz Zolc'],
    ['Groß Jürgen', 'Juergen Gross'.replace('ue', 'u')],
    ["Sean O'Neil", 'Sean ONeil'],
    ['Catherine Mueller', 'Cathrine Mueller'],
    ['Иван Петров', 'Ivan Petrov'],
    ['李伟', 'Li Wei 李伟'],
    ['MARIA DELACRUZ', 'Maria Dela Cruz'],
    ['ANN SMITHJONES', 'Ann Smith-Jones'],
    ['Vandenberg Jan', 'Jan van den Berg'],
  ])('[FS7] %s may be %s', (account, client) => {
    expect(namesAgree(account, client)).toBe(true);
    expect(namesAgree(client, account)).toBe(true);
  });

  it.each([
    ['Karl Voss', 'Ann Lee'],
    ['---', 'Ann Lee'],
    // A first name in two words is no first name and surname.
    ['Abdul Rahman', 'Abdulrahman Khalid'],
    ['Ann Voss', 'Ann Lee'],
    ['A L', 'Ann Lee'],
    ['Jan Smith', 'Tom Smith'],
    ['Иван Петров', 'Анна Иванова'],
    // One letter of another script makes no name in another script.
    ['Karl Voss 号', 'Ann Lee'],
    ['Kаrl Vоss', 'Ann Lee'],
  ])('[FS7] %s is not %s', (account, client) => {
    expect(namesAgree(account, client)).toBe(false);
    expect(namesAgree(client, account)).toBe(false);
  });

  it('[FS8] an address is taken for another one by its ends', () => {
    const address = `0xAbCd${'1'.repeat(32)}ef01`;
    expect(lookAlike(address, `0xabcd${'2'.repeat(32)}ef01`)).toBe(true);
    expect(lookAlike(address, address.toLowerCase())).toBe(false);
    expect(lookAlike(address, `0xabce${'2'.repeat(32)}ef01`)).toBe(false);
    expect(lookAlike('abcd', 'abcde')).toBe(false);
  });
});
