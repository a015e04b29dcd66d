/** Stable codes of what is refused, and the HTTP status that each becomes. The words are in the message catalogue. */
export type Refusals = Readonly<Record<string, 403 | 404 | 409 | 422 | 429>>;

/** `values` fill the sentence; `field` names the input it is about. */
export type Refusal<Code extends string = string> = {
  readonly code: Code;
  readonly values?: Readonly<Record<string, string>>;
  readonly field?: string;
};

/** A decision that refuses its command. */
export type Refused = { readonly outcome: { readonly ok: false; readonly refusal: Refusal } };

/** What any module may refuse with. */
export const COMMON_REFUSALS = {
  'account.suspended': 403,
  'key.reused': 409,
  'market.closed': 422,
  'market.stale': 422,
  'market.unavailable': 422,
  'decision.already_taken': 409,
  'decision.own_account': 403,
  'proposal.already_waiting': 409,
  'user.not_found': 404,
} as const satisfies Refusals;

/** A refusal. It changes nothing unless the caller adds changes to it, as a wrong code does. */
export type Refuse<Code extends string> = (
  code: Code,
  field?: string,
  values?: Readonly<Record<string, string>>,
) => Refused;

/** How a module refuses: with its own codes, those it shares with others, and the common ones. */
export function refuseBy<const R extends readonly Refusals[]>(
  ..._codes: R
): Refuse<(Merged<R[number]> | keyof typeof COMMON_REFUSALS) & string> {
  return (code, field, values) => ({
    outcome: { ok: false, refusal: { code, ...(field !== undefined && { field }), ...(values && { values }) } },
  });
}

type Merged<R> = R extends unknown ? keyof R : never;

export const refuse = refuseBy();
