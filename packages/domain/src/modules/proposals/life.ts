/** A proposal that stays undecided for this long lapses. */
export const PROPOSAL_LIFE_MS = 7 * 86_400_000;
