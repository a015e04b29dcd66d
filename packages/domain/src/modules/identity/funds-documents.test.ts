import { expect, it } from 'vitest';
import { addedFundsDocuments, FUNDS_DOCUMENTS_MAX, fundsDocumentsLeft } from './index.ts';

it('[I32] documents of a source of funds are counted on, and a picture that was sent already is none', () => {
  const sent = new Map([
    ['payslip', 'a'],
    ['bank_statement', 'b'],
    ['other', 'b'],
  ]);
  expect(addedFundsDocuments([], sent)).toEqual([
    { kind: 'payslip', file: 'a', number: 1 },
    { kind: 'bank_statement', file: 'b', number: 2 },
  ]);
  expect(addedFundsDocuments(['x', 'a'], sent)).toEqual([{ kind: 'bank_statement', file: 'b', number: 3 }]);
  expect(addedFundsDocuments(['b', 'a'], sent)).toEqual([]);
});

it('[I32] there is room for 20, and never for fewer than none', () => {
  expect([0, 19, 20, 21].map(fundsDocumentsLeft)).toEqual([20, 1, 0, 0]);
  expect(FUNDS_DOCUMENTS_MAX).toBe(20);
});
