import type { KnowledgeAnswers, KnowledgeCheck, KnowledgeQuestion } from '../knowledge.ts';

type Asked = {
  [Q in KnowledgeQuestion]: { question: string; answers: Readonly<Record<KnowledgeAnswers[Q], string>> };
};

/** The questions before a first trade, in their order. */
export const knowledgeQuestions: Asked = {
  leverage: {
    question:
      'You open a $10,000 position with $500 of your own. The price moves 2% against you. How much have you lost?',
    answers: {
      own: '$10, which is 2% of $500',
      position: '$200, which is 2% of $10,000',
      later: 'Nothing, until I withdraw',
    },
  },
  stop_loss: {
    question: 'You set a stop loss. Will the trade always close at that price?',
    answers: {
      always: 'Yes, the price is guaranteed',
      usually: 'Usually, but a price can jump past it',
      never: 'No, a stop loss is only a reminder',
    },
  },
  margin: {
    question: 'A trade has lost most of the collateral set aside for it. What can happen?',
    answers: {
      waits: 'It stays open until I close it',
      closed: 'It can be closed automatically, at a loss',
      lent: 'The missing money is lent to me',
    },
  },
  overnight: {
    question: 'You keep a leveraged trade open for a month. What does holding it cost?',
    answers: {
      nothing: 'Nothing',
      once: 'A single fee when it’s opened',
      nightly: 'Financing for each night it’s open',
    },
  },
  risk: {
    question: 'With the same amount of your own money, which trade is riskier?',
    answers: {
      lower: 'The one with less leverage',
      same: 'Leverage makes no difference',
      higher: 'The one with more leverage',
    },
  },
  traded: {
    question: 'How often have you traded with leverage in the last 3 years?',
    answers: { never: 'Never', some: '1 to 10 times', often: 'More than 10 times' },
  },
  learned: {
    question: 'Have you worked in finance, or studied it?',
    answers: { no: 'No', yes: 'Yes' },
  },
};

export const knowledgeWords = {
  title: 'Before your first trade',
  short: 'Seven questions about trading',
  intro: 'Seven short questions about trading and your experience with it. You can send your answers only once.',
  submit: 'Send answers',
  failed: 'Couldn’t load the questions.',
  passed: 'You’re ready to trade.',
  notAsked: 'You don’t need to answer anything to trade.',
  warningTitle: 'Leveraged trading may not be right for you',
  warning:
    'Your answers suggest that you don’t know enough about the risks yet. With leverage you can lose everything you put into a trade, sometimes within minutes. Consider practising without real money first, or not trading at all.',
  wait: (from: string) => `If you still want to trade, you can confirm it here from ${from}.`,
  confirmText: 'I’ve read this warning, I understand that I can lose my money, and I want to trade anyway.',
  confirm: 'Confirm and trade',
  confirmed: 'You’ve confirmed the warning and can trade.',
  trade: 'Go to trading',
  notice: {
    unanswered: 'Answer seven questions before your first trade.',
    waiting: (from: string) => `You can open trades from ${from}, once you’ve confirmed the warning.`,
    confirm: 'Confirm the warning before your first trade.',
    open: 'Open the questions',
  },
  staff: {
    name: 'Knowledge check',
    notAsked: 'Not asked',
    states: {
      unanswered: 'Not answered',
      passed: 'Passed',
      waiting: 'Failed: warned, can’t confirm yet',
      confirm: 'Failed: warned, hasn’t confirmed',
      confirmed: 'Failed: confirmed the warning',
    } satisfies Readonly<Record<KnowledgeCheck['status'], string>>,
  },
} as const;
