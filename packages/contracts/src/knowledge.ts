import * as z from 'zod/mini';
import { time } from './common.ts';
import { messages } from './messages.ts';

const answer = <T extends readonly [string, ...string[]]>(options: T) =>
  z.enum(options, { error: messages.knowledge.choose });

/** One answer to each question. Which of them are right is on the server alone. */
export const knowledgeAnswers = z.strictObject({
  leverage: answer(['own', 'position', 'later']),
  stop_loss: answer(['always', 'usually', 'never']),
  margin: answer(['waits', 'closed', 'lent']),
  overnight: answer(['nothing', 'once', 'nightly']),
  risk: answer(['lower', 'same', 'higher']),
  traded: answer(['never', 'some', 'often']),
  learned: answer(['no', 'yes']),
});
export type KnowledgeAnswers = z.infer<typeof knowledgeAnswers>;
export type KnowledgeQuestion = keyof KnowledgeAnswers;

export const knowledgeCheck = z.strictObject({
  /** Whether it stands in the way of opening trades now. */
  required: z.boolean(),
  status: z.enum(['unanswered', 'passed', 'waiting', 'confirm', 'confirmed']),
  answered_at: z.nullable(time),
  /** After the warning: from when on the client can go on. */
  confirm_from: z.nullable(time),
  confirmed_at: z.nullable(time),
});
export type KnowledgeCheck = z.infer<typeof knowledgeCheck>;
