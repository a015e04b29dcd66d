import { describe, expect, it } from 'vitest';
import { apart, type Mutant, verdictOf } from './conformance-groups.ts';

const mutant = (number: string, test: string, text: string | undefined): Mutant => ({
  row: { number, says: number, departure: undefined, tests: [test] },
  change: { files: [], apply: (source) => source, text },
});
const numbers = (groups: readonly (readonly Mutant[])[]) => groups.map((group) => group.map(({ row }) => row.number));
const results = (tests: Record<string, string | null>) => [
  {
    name: 'some.test.ts',
    status: Object.values(tests).some((failure) => failure !== null) ? 'failed' : 'passed',
    message: '',
    assertionResults: Object.entries(tests).map(([fullName, failure]) => ({
      fullName,
      status: failure === null ? 'passed' : 'failed',
      failureMessages: failure === null ? [] : [failure],
    })),
  },
];

describe('changes of conformance that are made together', () => {
  const deposit = mutant('1', '[A1] deposits', 'Deposit Successful');
  const upload = mutant('2', '[A2] uploads', 'Upload Failed');

  it('[O88] name other tests, read other texts, and are texts', () => {
    const sameTest = mutant('3', '[A1] deposits', 'Input an amount');
    const constant = mutant('4', '[A4] width', undefined);
    const inside = mutant('5', '[A5] part', 'Upload');
    const read = mutant('6', '[A6] banks', 'Bank');
    const sources: Record<string, string> = { '1': 'reads Deposit Successful', '2': 'reads Upload Failed and Bank' };
    const groups = apart([deposit, upload, sameTest, constant, inside, read], ({ number }) => sources[number] ?? '');
    expect(numbers(groups)).toEqual([['1', '2'], ['3', '5', '6'], ['4']]);
  });

  it('[O88] are noticed by a test that fails for want of the row’s own text, and by nothing else', () => {
    const seen = results({ '[A1] deposits': 'waiting for Deposit Successful', '[A2] uploads': 'waiting for Deposits' });
    expect(verdictOf(deposit, seen, true)).toBe('noticed');
    expect(verdictOf(upload, seen, true)).toBe('unsure');
    expect(verdictOf(upload, results({ '[A2] uploads': null }), true)).toBe('unsure');
  });

  it('[O88] are noticed, where one is made by itself, unless its tests run and pass', () => {
    expect(verdictOf(upload, results({ '[A2] uploads': null }), false)).toBe('SURVIVED');
    expect(verdictOf(upload, results({ '[A2] uploads': 'anything' }), false)).toBe('noticed');
    expect(verdictOf(upload, results({}), false)).toBe('noticed');
  });
});
