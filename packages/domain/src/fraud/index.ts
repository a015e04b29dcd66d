export { namesAgree } from './names.ts';
export type { NamedFact, RuleAbout } from './rule-facts.ts';
export {
  depositRuleFacts,
  RECENT_DEPOSITS_MS,
  REQUESTS_MS,
  type Rule,
  ruleHolds,
  ruleSignals,
  type RuleSubject,
  withdrawalRuleFacts,
} from './rules.ts';
export { type ListedPerson, type ListMatch, screeningIndex } from './screening.ts';
export {
  OPPOSITE_SINCE_MS,
  OPPOSITE_SIZE_PARTS,
  OPPOSITE_TRADES_MAX,
  OPPOSITE_WITHIN_MS,
  SCHEME_MS,
  type SchemeFacts,
  staffNamedBy,
} from './schemes.ts';
export type { Related, Severity } from './related.ts';
export { ACCESS_CHANGED_MS, listSignals, ordered, payoutSignals, proofSignals, STRAIGHT_OUT_MS } from './signals.ts';
export type { Finding, ImageMatch, PayoutFacts, ProofFacts, Signal, SignalKind } from './signals.ts';
