export { namesAgree } from './names.ts';
export { ACCESS_CHANGED_MS, payoutSignals, proofSignals, STRAIGHT_OUT_MS } from './signals.ts';
export type { ImageMatch, PayoutFacts, ProofFacts, Related, Severity, Signal, SignalKind } from './signals.ts';
