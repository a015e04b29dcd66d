import type { Reply, RouteKey } from '@clearbook/contracts';
import type { FormDeclaration } from '../../lib/form.ts';

type Choice = { value: string; label: string };

/** One input of a decision, by the name under which it is sent. */
export type Field = { name: string; label?: string; hint?: string | undefined; first?: boolean } & (
  | { kind: 'reason' | 'text' | 'lines' | 'code' | 'dollars' | 'amount' | 'number' }
  | { kind: 'day' }
  | { kind: 'time'; from: Date; until?: Date }
  | { kind: 'one' | 'several'; choices: readonly Choice[] }
);

/** What is asked once more before it is done: its words, its inputs, what is sent, and what is said afterwards. */
export type Decision<K extends RouteKey, V, Of> = FormDeclaration<K, V, Of> & {
  title: (of: Of, values: V) => string;
  text: (of: Of) => string;
  /** The word on the button that does it. */
  act: (of: Of, values: V) => string;
  danger?: (of: Of, values: V) => boolean;
  fields: (of: Of, values: V) => readonly Field[];
  /** Inputs below what is said of the others. */
  after?: (of: Of) => readonly Field[];
  done: (reply: Reply<K>, of: Of) => string;
};

/** Here for its types, as formOf is. */
export function decisionOf<K extends RouteKey, V extends object, Of = void>(
  decision: Decision<K, V, Of>,
): Decision<K, V, Of> {
  return decision;
}

type ReasonBody<Of> = {
  /** What is sent beside the reason. */
  with?: (of: Of) => object;
  /** What the reason is called, where it is not simply the reason. */
  label?: string;
};

/** A decision that asks for nothing but its reason. */
export function reasonDecision<K extends RouteKey, Of = void>({
  with: other,
  label,
  ...decision
}: Omit<Decision<K, { reason: string }, Of>, 'initial' | 'body' | 'fields'> & ReasonBody<Of>): Decision<
  K,
  { reason: string },
  Of
> {
  return {
    ...decision,
    initial: () => ({ reason: '' }),
    body: ({ reason }, of) => ({ ...other?.(of), reason }),
    fields: () => [{ kind: 'reason', name: 'reason', ...(label !== undefined && { label }) }],
  };
}
