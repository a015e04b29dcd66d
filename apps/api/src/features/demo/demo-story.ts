import { hash } from 'node:crypto';
import { depositAddress, type DepositMethod, type WithdrawalMethod } from '@clearbook/domain/funding';
import type { Command, Result } from '@clearbook/domain/ledger';
import type { Symbol } from '@clearbook/domain/market';
import type { Cents } from '@clearbook/domain/money';
import { effectiveMarkup, NO_PACKAGE } from '@clearbook/domain/trading';
import { v7 } from 'uuid';
import type { Ledger } from '../../ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { FileStore } from '../../platform/files/index.ts';
import type { ConversionPrices, Market } from '../market/index.ts';
import { drawDemoProof } from './demo-proof.ts';

type Fate = 'pending' | 'approved' | 'rejected';
type DepositPlan = { readonly method: DepositMethod; readonly amount: Cents; readonly fate: Fate };
type WithdrawalPlan = {
  readonly method: Exclude<WithdrawalMethod, 'crypto'>;
  readonly amount: Cents;
  readonly fate: Fate;
  readonly to: Readonly<Record<string, string>>;
};
/**
 * Trades the first symbol that has a price, because forex closes at the weekend and coins don't. Every trade is closed again: an open
 * position holds the market's source (O12), and nobody could sign in to close it.
 */
type TradePlan = { readonly symbols: readonly Traded[]; readonly side: 'buy' | 'sell' };
type Plan = {
  readonly topUp: Cents;
  readonly deposits: readonly DepositPlan[];
  readonly withdrawals: readonly WithdrawalPlan[];
  readonly trades: readonly TradePlan[];
};

/** Hundredths of a lot, and collateral that covers them with room for prices to move. */
const SIZES = {
  EURUSD: { lots: 10n, amount: 150_000n },
  GBPUSD: { lots: 10n, amount: 180_000n },
  USDJPY: { lots: 10n, amount: 120_000n },
  BTC: { lots: 1n, amount: 250_000n },
  ETH: { lots: 20n, amount: 250_000n },
  SOL: { lots: 200n, amount: 100_000n },
  XRP: { lots: 20_000n, amount: 100_000n },
} as const satisfies Partial<Record<Symbol, { lots: bigint; amount: Cents }>>;
type Traded = keyof typeof SIZES;

const BANK = { accountNumber: '000000001', bankName: 'Demo Bank', accountName: 'Demo Client' };

/** Demo Client 1, 2, … in order. Together they show everything that staff can meet. */
export const PLANS: readonly Plan[] = [
  {
    topUp: 2_500_000n,
    deposits: [],
    withdrawals: [{ method: 'bank', amount: 75_000n, fate: 'approved', to: BANK }],
    trades: [
      { symbols: ['EURUSD', 'XRP'], side: 'buy' },
      { symbols: ['BTC'], side: 'buy' },
      { symbols: ['ETH'], side: 'sell' },
    ],
  },
  {
    topUp: 500_000n,
    deposits: [{ method: 'bitcoin', amount: 150_000n, fate: 'pending' }],
    withdrawals: [],
    trades: [{ symbols: ['GBPUSD', 'SOL'], side: 'sell' }],
  },
  {
    topUp: 300_000n,
    deposits: [{ method: 'ethereum', amount: 200_000n, fate: 'approved' }],
    withdrawals: [
      { method: 'paypal', amount: 25_000n, fate: 'pending', to: { paypalemail: 'demo3@clearbook.invalid' } },
    ],
    trades: [{ symbols: ['SOL'], side: 'buy' }],
  },
  {
    topUp: 1_000_000n,
    deposits: [{ method: 'tether', amount: 75_000n, fate: 'rejected' }],
    withdrawals: [{ method: 'bank', amount: 30_000n, fate: 'rejected', to: { ...BANK, accountNumber: '000000004' } }],
    trades: [{ symbols: ['XRP'], side: 'buy' }],
  },
  {
    topUp: 5_000_000n,
    deposits: [],
    withdrawals: [],
    trades: [
      { symbols: ['USDJPY', 'BTC'], side: 'sell' },
      { symbols: ['EURUSD', 'ETH'], side: 'sell' },
      { symbols: ['BTC'], side: 'sell' },
    ],
  },
];

const REASONS = {
  deposit: 'No such transfer was found on the chain.',
  withdrawal: 'The account number does not exist.',
};

export type StoryParts = {
  readonly ledger: Ledger;
  readonly files: FileStore;
  readonly market: Pick<Market, 'quote'>;
  readonly prices: ConversionPrices;
  readonly clock: Clock;
  /** Stops further commands when aborted; the next start continues from there. */
  readonly signal: AbortSignal;
};

/** Sends one command under its own key, so that a second run gets the first one's answer. Undefined if it was refused. */
export type Run = (command: Command, key: string, actorId: string) => Promise<Result | undefined>;

export function createRun({ ledger, signal }: Pick<StoryParts, 'ledger' | 'signal'>): Run {
  return async (command, name, actorId) => {
    signal.throwIfAborted();
    const key = `seed:${name}`;
    // The hash covers only the key, because ids and prices differ from run to run and the answer must not.
    const { outcome } = await ledger.execute(command, { actorId, key, requestHash: hash('sha256', key) });
    return outcome.ok ? outcome.result : undefined;
  };
}

type Person = { readonly number: number; readonly clientId: string; readonly staffId: string };
type Scene = StoryParts & Person & { readonly run: Run; readonly name: (what: string) => string };

/** What one demo client does, in order. */
export async function live(parts: StoryParts, who: Person, plan: Plan): Promise<void> {
  const { number, clientId } = who;
  const run = createRun(parts);
  const name = (what: string) => `demo${number}:${what}`;
  const scene = { ...parts, ...who, run, name };

  await run({ kind: 'top_up', clientId, amount: plan.topUp }, name('top-up'), clientId);
  for (const [i, deposit] of plan.deposits.entries()) await pay(scene, deposit, `deposit${i}`);
  const open = await trade(scene, plan.trades);
  for (const [i, withdrawal] of plan.withdrawals.entries()) await withdraw(scene, withdrawal, `withdrawal${i}`);
  for (const { key, tradeId } of open) await run({ kind: 'close_trade', clientId, tradeId, lots: null }, key, clientId);
}

async function pay(scene: Scene, deposit: DepositPlan, key: string): Promise<void> {
  const { clientId, staffId, run, name } = scene;
  const priced = await scene.prices.usdPrice(deposit.method);
  if (!priced.ok) return;
  const made = await run(
    {
      kind: 'create_deposit',
      clientId,
      amount: deposit.amount,
      method: deposit.method,
      address: depositAddress(deposit.method, clientId),
      rate: priced.price,
      rateSource: priced.source,
    },
    name(key),
    clientId,
  );
  const depositId = made?.['id'];
  if (!depositId) return;
  const fileId = await scene.files.store(
    { ownerId: clientId, kind: 'proof', data: await drawDemoProof(scene.number) },
    scene.clock.now(),
  );
  await run({ kind: 'attach_proof', clientId, depositId, fileId }, name(`${key}:proof`), clientId);
  if (deposit.fate === 'pending') return;
  const decision = deposit.fate === 'approved' ? 'approve' : 'reject';
  const reason = decision === 'reject' ? REASONS.deposit : null;
  await run(
    {
      kind: 'decide_deposit',
      staffId,
      clientId,
      depositId,
      decision,
      reason,
      txid: null,
      outputIndex: null,
      receivedUnits: null,
      rateNow: null,
      confirmCredit: deposit.amount,
    },
    name(`${key}:${decision}`),
    staffId,
  );
}

/** The trade it opened, and the key that closes it. */
async function trade(scene: Scene, plans: readonly TradePlan[]): Promise<{ key: string; tradeId: string }[]> {
  const { clientId, run, name } = scene;
  const open: { key: string; tradeId: string }[] = [];
  for (const [i, plan] of plans.entries()) {
    const symbol = plan.symbols.find(
      (each) => scene.market.quote(each, effectiveMarkup(NO_PACKAGE), scene.clock.now()).ok,
    );
    if (!symbol) continue;
    const opened = await run(
      { kind: 'open_trade', clientId, symbol, side: plan.side, ...SIZES[symbol] },
      name(`trade${i}`),
      clientId,
    );
    const tradeId = opened?.['trade_id'];
    if (tradeId) open.push({ key: name(`trade${i}:close`), tradeId });
  }
  return open;
}

async function withdraw(scene: Scene, withdrawal: WithdrawalPlan, key: string): Promise<void> {
  const { clientId, staffId, run, name } = scene;
  const { method, amount, to, fate } = withdrawal;
  const asked = await run(
    {
      kind: 'request_withdrawal',
      clientId,
      withdrawalId: v7(),
      amount,
      method,
      coin: null,
      destination: to,
      expectedFee: null,
      code: '',
      codeHash: '',
    },
    name(key),
    clientId,
  );
  const withdrawalId = asked?.['id'];
  if (!withdrawalId || fate === 'pending') return;
  const decision = fate === 'approved' ? 'approve' : 'reject';
  const reason = decision === 'reject' ? REASONS.withdrawal : null;
  await run(
    { kind: 'decide_withdrawal', staffId, clientId, withdrawalId, decision, reason, payoutReference: null },
    name(`${key}:${decision}`),
    staffId,
  );
}
