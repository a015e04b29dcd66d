import type { Cents } from '../../money/index.ts';

/** What a second person is asked to approve above the limit of one person. */
export type ApprovePayout = {
  readonly kind: 'approve_payout';
  readonly clientId: string;
  readonly withdrawalId: string;
  readonly amount: Cents;
  readonly payoutReference: string | null;
};

export type ReturnPayout = {
  readonly kind: 'return_payout';
  readonly clientId: string;
  readonly withdrawalId: string;
  readonly amount: Cents;
};

export type ApproveDeposit = {
  readonly kind: 'approve_deposit';
  readonly clientId: string;
  readonly depositId: string;
  /** What it would credit, and by what payment. */
  readonly amount: Cents;
  readonly txid: string | null;
  readonly outputIndex: number | null;
  readonly receivedUnits: bigint | null;
  readonly receivedAt: Date | null;
  /** The price at its receipt, as it was known when this was proposed. */
  readonly receiptRate: bigint | null;
};
