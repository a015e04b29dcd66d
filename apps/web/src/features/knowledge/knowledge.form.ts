import { emptyBody } from '@clearbook/contracts/common';
import { knowledgeAnswers } from '@clearbook/contracts/knowledge';
import { formOf } from '../../lib/form.ts';

export const answersForm = formOf({
  route: 'POST /me/knowledge-check',
  schema: knowledgeAnswers,
  initial: () => ({
    leverage: '',
    stop_loss: '',
    margin: '',
    overnight: '',
    risk: '',
    traded: '',
    learned: '',
  }),
  body: (values) => values,
  topics: ['protection'],
});

export const confirmForm = formOf({
  route: 'POST /me/knowledge-check/confirm',
  schema: emptyBody,
  initial: () => ({}),
  body: () => ({}),
  topics: ['protection'],
});
