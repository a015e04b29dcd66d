import {
  type AccountBalance,
  balanceBody,
  type BankLine,
  type DayCloseDetail,
  matchBody,
  type Movement,
  sendBackBody,
  unmatchBody,
} from '@clearbook/contracts/reconciliation';
import { emptyBody } from '@clearbook/contracts/common';
import { reconciliationWords as words } from '@clearbook/contracts/words/reconciliation';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { decisionOf, reasonDecision } from '../manage/index.ts';

/** What a statement says that an account held. */
export const enterBalance = decisionOf({
  route: 'POST /admin/statement-balances',
  schema: balanceBody,
  initial: ({ statement }: AccountBalance) => ({ day: statement?.day ?? '', balance: '' }),
  body: (values, { method }) => ({ ...values, method }),
  title: ({ method }) => words.enterTitle(words.methods[method]),
  text: () => words.enterText,
  act: () => words.enter,
  fields: () => [
    { kind: 'text', name: 'day', label: words.day, hint: words.dayHint, first: true },
    { kind: 'dollars', name: 'balance', label: words.balance, hint: words.balanceHint },
  ],
  topics: ['reconciliation'],
  failed: words.enterFailed,
  done: (_reply, { method }) => words.entered(words.methods[method]),
});

const NONE = 'other';
export type Matching = { readonly line: BankLine; readonly candidates: readonly Movement[] };

/** Which record a line is: `which` is its kind and id, or that it is none. */
export const matchLine = decisionOf({
  route: 'POST /admin/statement-lines/:id/match',
  schema: matchBody,
  id: ({ line }: Matching) => line.id,
  initial: ({ candidates: [first] }) => ({ record_id: first === undefined ? NONE : keyOf(first), reason: '' }),
  body: ({ record_id, reason }) => {
    const [kind = NONE, id] = record_id.split(' ');
    return { kind, reason, ...(id !== undefined && { record_id: id }) };
  },
  title: () => words.matchTitle,
  text: ({ line }) => words.matchText(formatMoney(line.amount), line.day, line.reference),
  act: () => words.match,
  fields: ({ candidates }) => [
    {
      kind: 'one',
      name: 'record_id',
      label: words.which,
      first: true,
      choices: [
        ...candidates.map((one) => ({
          value: keyOf(one),
          label: words.candidate(words.kinds[one.kind], formatMoney(one.amount), formatDate(one.at), one.reference),
        })),
        { value: NONE, label: words.none },
      ],
    },
    { kind: 'reason', name: 'reason' },
  ],
  topics: ['reconciliation'],
  failed: words.matchFailed,
  done: () => words.matchDone,
});

const keyOf = ({ kind, id }: Movement) => `${kind} ${id}`;

export const undoMatch = reasonDecision({
  route: 'POST /admin/statement-lines/:id/unmatch',
  schema: unmatchBody,
  id: ({ id }: BankLine) => id,
  title: () => words.undoTitle,
  text: () => words.undoText,
  act: () => words.undo,
  topics: ['reconciliation'],
  failed: words.undoFailed,
  done: () => words.undoDone,
});

export const signDay = decisionOf({
  route: 'POST /admin/day-closes/:id/sign',
  schema: emptyBody,
  id: ({ day }: DayCloseDetail) => day,
  initial: () => ({}),
  body: () => ({}),
  title: ({ day }) => words.signTitle(day),
  text: () => words.signText,
  act: () => words.sign,
  fields: () => [],
  topics: ['reconciliation'],
  failed: words.signFailed,
  done: ({ day }) => words.signed(day),
});

export const sendBackDay = reasonDecision({
  route: 'POST /admin/day-closes/:id/send-back',
  schema: sendBackBody,
  id: ({ day }: DayCloseDetail) => day,
  title: ({ day }) => words.sendBackTitle(day),
  text: () => words.sendBackText,
  act: () => words.sendBack,
  danger: () => true,
  topics: ['reconciliation'],
  failed: words.sendBackFailed,
  done: ({ day }) => words.sentBackToast(day),
});
