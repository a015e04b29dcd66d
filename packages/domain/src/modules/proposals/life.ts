/** A proposal that nobody decided for this long lapses by itself. */
export const PROPOSAL_LIFE_MS = 7 * 86_400_000;
