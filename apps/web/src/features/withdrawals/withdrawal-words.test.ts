import { messages } from '@clearbook/contracts/messages';
import { UNKNOWN_STATUS } from '@clearbook/contracts/words/ui';
import { withdrawalWords } from '@clearbook/contracts/words/withdrawals';
import { expect, it } from 'vitest';
import { stateSentence, statusWord } from './withdrawal-words.ts';

it('[S19] a late withdrawal and one reported as not received read Overdue', () => {
  expect(statusWord({ status: 'pending', overdue: true, not_received: false })).toBe('overdue');
  expect(statusWord({ status: 'approved', overdue: false, not_received: true })).toBe('overdue');
  expect(statusWord({ status: 'approved', overdue: false, not_received: false })).toBe('approved');
  expect(stateSentence({ status: 'pending', overdue: true, not_received: false })).toBe(
    messages.withdrawal.state.overdue,
  );
});

it('[S19] a state that this page does not know reads Unknown', () => {
  const fromLater = JSON.parse('{"status":"frozen","overdue":false,"not_received":false}') as Parameters<
    typeof statusWord
  >[0];
  expect(withdrawalWords.status[statusWord(fromLater)]).toBe('Unknown');
  expect(UNKNOWN_STATUS).toBe('Unknown');
});
