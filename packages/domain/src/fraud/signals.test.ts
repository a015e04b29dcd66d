import { describe, expect, it } from 'vitest';
import { proofSignals } from './signals.ts';

const at = new Date('2026-03-11T12:00:00Z');

describe('signals', () => {
  it('[FS5] each transaction is counted by itself', () => {
    const tried = (recordId: string, txid: string, sameOutput: boolean) => ({ clientId: 'a', recordId, at, txid, sameOutput }); // prettier-ignore
    const payments = [tried('1', 'aa', false), tried('2', 'aa', true), tried('1', 'bb', false)];
    expect(proofSignals({ of: 'proof', matches: [], sameFileBy: 0, payments })).toMatchObject([
      { kind: 'payment_tried', txid: 'aa', times: 2, severity: 'serious', related: [{ recordId: '1' }, { recordId: '2' }] },
      { kind: 'payment_tried', txid: 'bb', times: 1, severity: 'note', related: [{ recordId: '1' }] },
    ]); // prettier-ignore
  });
});
