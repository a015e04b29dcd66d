import { expect, it } from 'vitest';
import { errorsOf, requestOf } from '../../../lib/form.ts';
import { journalForm } from './journal.form.ts';

const of = { id: '0199f2c4-7a1e-7c3b-9d52-6f0e8b1a2c34', journal: { note: null, tags: ['a', 'b'], updated_at: null } };

it('[PF11] sends tags typed with commas as a list, and an empty note as none', () => {
  expect(journalForm.initial(of)).toEqual({ note: '', tags: 'a, b' });
  const { body } = requestOf(journalForm, { note: ' ', tags: ' breakout ,, late entry, ' }, of);
  expect(body).toEqual({ note: null, tags: ['breakout', 'late entry'] });
});

it('[PF11] says beside its field what the server would refuse', () => {
  expect(errorsOf(journalForm, { note: 'x'.repeat(2_001), tags: '' }, of)).toHaveProperty('note');
  expect(errorsOf(journalForm, { note: '', tags: 'a, A' }, of)).toHaveProperty('tags');
  expect(errorsOf(journalForm, { note: 'fine', tags: 'one, two' }, of)).toEqual({});
});
