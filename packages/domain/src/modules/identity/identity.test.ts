import { describe, expect, it } from 'vitest';
import { decideDocuments, identityState, sidesWanted } from './index.ts';

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
