/** Answers that count, by question. The browser is told neither these nor how many are needed. */
const RIGHT = {
  leverage: ['position'],
  stop_loss: ['usually'],
  margin: ['closed'],
  overnight: ['nightly'],
  risk: ['higher'],
  traded: ['some', 'often'],
  learned: ['yes'],
} as const;
export type Question = keyof typeof RIGHT;
export type Answers = Readonly<Record<Question, string>>;

/** Who never traded has to know all of the rest; experience makes up for two of it. */
const NEEDED = 5;

/** Between the warning and the first trade of whoever wants to go on in spite of it. */
export const WAIT_MS = 86_400_000;

export function passes(answers: Answers): boolean {
  const right = Object.entries(RIGHT).filter(([question, counted]) =>
    (counted as readonly string[]).includes(answers[question as Question]),
  );
  return right.length >= NEEDED;
}

export type KnowledgeCheck = {
  readonly passed: boolean;
  readonly answeredAt: Date;
  readonly confirmedAt: Date | null;
};
/** `waiting` and `confirm`: warned, before and after the day that has to pass. */
export type KnowledgeState = 'unanswered' | 'passed' | 'waiting' | 'confirm' | 'confirmed';

export function knowledgeState(check: KnowledgeCheck | null, now: Date): KnowledgeState {
  if (check === null) return 'unanswered';
  if (check.passed) return 'passed';
  if (check.confirmedAt !== null) return 'confirmed';
  return now < mayConfirmAt(check) ? 'waiting' : 'confirm';
}

export function mayConfirmAt({ answeredAt }: KnowledgeCheck): Date {
  return new Date(answeredAt.getTime() + WAIT_MS);
}

/** Whether trades may be opened. */
export function mayTrade(state: KnowledgeState): boolean {
  return state === 'passed' || state === 'confirmed';
}
