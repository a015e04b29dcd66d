import type { AdminDeposit, AdminUser, AdminWithdrawal } from '@clearbook/contracts/admin';
import { expect, it } from 'vitest';
import { NO_VALUE } from '../../lib/format.ts';
import { ageColumn, timeColumn } from './columns.tsx';
import { depositsTable } from './deposits-tab.tsx';
import { usersTable } from './users-tab.tsx';
import { withdrawalsTable } from './withdrawals-tab.tsx';

it('[S21] a row that waits shows for how long, and one that does not shows nothing', () => {
  const age = ageColumn('Age', (row: { since: string | null }) => row.since);
  expect(age.render({ since: null })).toBe(NO_VALUE);
  expect(age.render({ since: new Date(Date.now() - 3 * 3_600_000).toISOString() })).toBe('3 h');
  expect(timeColumn('Date', (row: { at: string }) => row.at).render({ at: '2026-11-21T12:00:00Z' })).toContain('UTC');
});

it('[S65] each of Manage’s tables leads to the page of its row and can be had as a file', () => {
  expect(usersTable.to?.({ id: 'u1' } as AdminUser)).toBe('/user/u1');
  expect(depositsTable.to?.({ id: 'd1' } as AdminDeposit)).toBe('/deposit/d1');
  expect(withdrawalsTable.to?.({ id: 'w1' } as AdminWithdrawal)).toBe('/withdrawal/w1');
  expect([usersTable.file, depositsTable.file, withdrawalsTable.file]).toEqual([
    '/admin/users.csv',
    '/admin/deposits.csv',
    '/admin/withdrawals.csv',
  ]);
  expect(withdrawalsTable.columns.map(({ key }) => key)).toEqual([
    'email',
    'amount',
    'net',
    'method',
    'date',
    'age',
    'status',
  ]);
});
