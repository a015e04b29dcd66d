import type { Cents } from '../../money/index.ts';

/** What withdrawals cost, and from which sum on. By two people in live mode. */
export type SetFees = {
  readonly kind: 'set_fees';
  readonly feeBps: number;
  readonly minimum: Cents;
  /** The proposal whose values it takes the place of, as its proposer saw them; null: nobody had set any. */
  readonly replaces: string | null;
};

/** Where clients send coins. By two people in live mode. */
export type SetWallets = {
  readonly kind: 'set_wallets';
  readonly bitcoin: string;
  readonly ethereum: string;
  readonly usdt: string;
  /** The proposal whose values it takes the place of, as its proposer saw them; null: nobody had set any. */
  readonly replaces: string | null;
};
