export const SIDES = ['front', 'back'] as const;
export type Side = (typeof SIDES)[number];
export type DocumentState = 'pending' | 'approved' | 'declined';
/** The documents that count now, by side. */
export type Documents = { readonly [S in Side]?: DocumentState };
export type IdentityState = 'none' | DocumentState;

/** The overall state that follows from both documents. */
export function identityState(documents: Documents): IdentityState {
  const states = SIDES.map((side) => documents[side]);
  if (states.every((state) => state === undefined)) return 'none';
  if (states.includes('declined')) return 'declined';
  return states.every((state) => state === 'approved') ? 'approved' : 'pending';
}

/** Sides that a submission must include: all that aren't accepted. Accepted ones may be sent again but needn't be. */
export function sidesWanted(documents: Documents): Side[] {
  return SIDES.filter((side) => documents[side] !== 'approved');
}

export type IdentityDecision =
  | { readonly decision: 'approve' }
  | { readonly decision: 'reject'; readonly declined: readonly Side[] };

/**
 * The documents after a decision. A rejection names the sides that it declines; one that names none declines whatever was waiting.
 * A side that was waiting and is not named is accepted.
 */
export function decideDocuments(documents: Documents, decision: IdentityDecision): Record<Side, DocumentState> {
  if (decision.decision === 'approve') return { front: 'approved', back: 'approved' };
  const waiting = SIDES.filter((side) => documents[side] === 'pending');
  const declined = decision.declined.length === 0 ? waiting : decision.declined;
  const after = (side: Side): DocumentState => (declined.includes(side) ? 'declined' : 'approved');
  return { front: after('front'), back: after('back') };
}
