export { namesAgree } from './names.ts';
export { type ListedPerson, type ListMatch, screeningIndex } from './screening.ts';
export { ACCESS_CHANGED_MS, listSignals, ordered, payoutSignals, proofSignals, STRAIGHT_OUT_MS } from './signals.ts';
export type { Finding, ImageMatch, PayoutFacts, ProofFacts, Related, Severity, Signal, SignalKind } from './signals.ts';
