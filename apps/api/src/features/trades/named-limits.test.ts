import { PROBLEMS } from '@clearbook/contracts/description';
import { messages } from '@clearbook/contracts/messages';
import { loanWords } from '@clearbook/contracts/words/loans';
import { INTEREST_BPS } from '@clearbook/domain/loan-terms';
import { centsToDecimal } from '@clearbook/domain/money';
import { MAX_OPEN_TRADES } from '@clearbook/domain/trading';
import { expect, it } from 'vitest';

it('[T48] sentences name the number of open trades that is the limit', () => {
  const most = `${MAX_OPEN_TRADES} open trades`;
  expect(messages.copy.skipped.too_many_trades).toContain(most);
  expect(PROBLEMS['order.too_many_trades'].meaning).toContain(most);
});

it('[B2] the rules of a loan name the interest that is charged', () => {
  expect(loanWords.open.ruleList[0]).toContain(`${centsToDecimal(INTEREST_BPS)}% a year`);
});
