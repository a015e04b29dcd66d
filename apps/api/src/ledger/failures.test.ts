import { describe, expect, it } from 'vitest';
import { classify, Unwritable } from './failures.ts';

const broken = (code: string): Error =>
  Object.assign(new Error(`write ${code}`), { code, errno: -32, syscall: 'write' });
const refused = (code: string): Error => Object.assign(new Error('refused'), { code });

describe('what a database error means', () => {
  it('[L18] a socket that breaks is a lost connection, whatever its code looks like', () => {
    for (const code of ['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ENOENT'])
      expect(classify(broken(code)), code).toBe('connection');
    expect(classify(new Error('Connection terminated unexpectedly'))).toBe('connection');
  });

  it('[L18] a server that stops, starts or is full is a lost connection', () => {
    for (const code of ['57P01', '57P02', '57P03', '53300', '08006', '25P03'])
      expect(classify(refused(code)), code).toBe('connection');
  });

  it('[L14] a transaction that may run again as it was is repeated; anything else is the fault of a command', () => {
    for (const code of ['40001', '40P01', '55P03', '57014']) expect(classify(refused(code)), code).toBe('repeat');
    for (const code of ['23505', '23514', 'CB001', '42501', '22P02'])
      expect(classify(refused(code)), code).toBe('poison');
    expect(classify(new Unwritable('no row'))).toBe('poison');
  });
});
