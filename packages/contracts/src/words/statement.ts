/** Words of the statement: what each kind of journal entry means to the person whose money it is. */
export const statementWords = {
  title: 'Statement',
  intro: 'Every entry on your account, what it changed and your balance afterwards. All times are UTC.',
  toVerify: 'Check your records yourself',
  total: 'Total balance',
  cash: 'Available',
  owed: 'Of which borrowed',
  filters: 'Filter the statement',
  kind: 'Type',
  allKinds: 'Everything',
  kinds: {
    deposits: 'Deposits',
    withdrawals: 'Withdrawals',
    trades: 'Trades',
    plans: 'Plans',
    loans: 'Loans',
    copying: 'Copying',
    manual: 'Manual corrections',
  },
  from: 'From',
  to: 'To',
  search: 'Symbol or reference',
  clear: 'Clear filters',
  download: 'Download CSV',
  more: 'Show more',
  shown: (count: number) => (count === 1 ? '1 entry shown' : `${count.toLocaleString('en-US')} entries shown`),
  columns: {
    date: 'Date',
    what: 'What happened',
    change: 'Change',
    balance: 'Total balance',
    cash: 'Available',
    entry: 'Entry',
  },
  cashOnly: (change: string) => `Available ${change}`,
  owedChange: (change: string) => `Owed ${change}`,
  entry: (number: string) => `Entry ${number}`,
  reference: 'Reference',
  reason: 'Reason',
  manualTitle: 'Manual corrections',
  manualText: (count: number, sum: string) =>
    count === 1
      ? `Our team has made one manual entry on this account, ${sum} in total. It shows its reason.`
      : `Our team has made ${count} manual entries on this account, ${sum} in total. Each shows its reason.`,
  manualShow: 'Show entries',
  month: { opening: 'Opening', added: 'In', taken: 'Out', closing: 'Closing', sofar: 'Balance' },
  empty: 'No entries yet',
  emptyText: 'Every deposit, trade and withdrawal appears here the moment it happens.',
  emptyAction: 'Make a deposit',
  nothing: 'No matching entries',
  nothingText: 'Try another type, other dates or other words.',
  atLeast: 'The end date is before the start date.',
} as const;

/** What the sentences need, amounts already written out ("$12.00"). */
export type StatementFacts = {
  /** "EURUSD", "BTC". Empty where unknown. */
  symbol: string;
  side: 'buy' | 'sell' | null;
  /** How money came or goes: "bitcoin", "bank". */
  method: string;
  /** Where a withdrawal ended. */
  status: string;
  /** The sum that the entry is about, without its sign. */
  amount: string;
  fee: string;
  net: string;
  /** A closed trade's result: its sign, and its size. */
  result: 'profit' | 'loss' | 'even';
  profit: string;
  collateral: string;
  /** What of a loss went beyond the collateral, and was ours. */
  covered: string;
  direction: 'credit' | 'debit';
  /** Of a charge of overnight financing: how many nights it counts, and the yearly rate in percent. */
  nights: number | null;
  percent: string | null;
  corrects: string | null;
  /** What was bought. */
  bought: 'package' | 'signal_plan' | null;
  /** Of the plan, of the loan's level, or of the trader whose trade this one copies. */
  name: string;
};

type Sentence = { title: string; text: string };

const METHODS: Readonly<Record<string, string>> = {
  bitcoin: 'Bitcoin(BTC)',
  ethereum: 'Ethereum(ETH)',
  tether: 'USDT(Trc20)',
  usdt: 'USDT(Trc20)',
  bank: 'Bank',
  paypal: 'Paypal',
  cashapp: 'CashApp',
  gcash: 'GCash',
};

function by(method: string): string {
  return METHODS[method] ?? method;
}

function named(name: string): string {
  return name === '' ? '' : `: ${name}`;
}

function copied(name: string): string {
  return name === '' ? '' : `Copied from ${name}. `;
}

function nightsText(nights: number | null): string {
  return nights === null || nights === 1
    ? 'one night'
    : `${nights === 3 ? 'three' : nights} nights, the weekend’s included,`;
}

const SENTENCES: Readonly<Record<string, (facts: StatementFacts) => Sentence>> = {
  deposit_approved: ({ method, amount }) => ({
    title: `Deposit by ${by(method)}`,
    text: `Your payment arrived. We added ${amount} to your balance.`,
  }),
  demo_top_up: ({ amount }) => ({ title: 'Paper money added', text: `You added ${amount} of paper money.` }),
  capital_granted: ({ amount }) => ({ title: 'Starting capital', text: `${amount} of paper money to start with.` }),
  guest_ended: ({ amount }) => ({ title: 'Guest account ended', text: `${amount} of paper money was taken back.` }),
  trade_opened: ({ symbol, side, amount, name }) => ({
    title: `${side === 'sell' ? 'Sell' : 'Buy'} ${symbol} opened`,
    text: `${copied(name)}${amount} is set aside as collateral. Your total stays the same.`,
  }),
  trade_closed: ({ symbol, side, result, profit, collateral, covered, name }) => ({
    title: `${side === 'sell' ? 'Sell' : 'Buy'} ${symbol} closed`,
    text:
      copied(name) +
      (result === 'even'
        ? `No profit or loss. Your collateral of ${collateral} is available again.`
        : result === 'profit'
          ? `Profit of ${profit}. Your collateral of ${collateral} is available again.`
          : covered === '$0.00'
            ? `Loss of ${profit}, taken from your collateral of ${collateral}.`
            : `Loss of ${profit}. Your collateral of ${collateral} went to it, and we covered the other ${covered}.`),
  }),
  overnight_financing: ({ symbol, side, amount, name, nights, percent }) => ({
    title: `Overnight financing: ${side === 'sell' ? 'Sell' : 'Buy'} ${symbol}`,
    text: `${copied(name)}${amount} for ${nightsText(nights)}${percent === null ? '' : ` at ${percent}% a year`}, taken from the trade’s collateral.`,
  }),
  dividend: ({ symbol, side, amount, name }) => ({
    title: `Dividend: ${side === 'sell' ? 'Sell' : 'Buy'} ${symbol}`,
    text:
      copied(name) +
      (side === 'sell'
        ? `${amount} for the shares you were short, taken from the trade’s collateral.`
        : `${amount} for the shares you held, added to the trade’s collateral.`),
  }),
  withdrawal_requested: ({ method, amount }) => ({
    title: `Withdrawal by ${by(method)} requested`,
    text: `We’re holding ${amount} until it’s sent. Your total stays the same.`,
  }),
  withdrawal_released: ({ method, status, amount }) => ({
    title: `Withdrawal by ${by(method)} ${RELEASED[status] ?? 'released'}`,
    text: `${amount} is available again. Your total stays the same.`,
  }),
  withdrawal_approved: ({ method, fee, net }) => ({
    title: `Withdrawal by ${by(method)} sent`,
    text: fee === '$0.00' ? `${net} was paid out, without a fee.` : `${net} was paid out. The fee was ${fee}.`,
  }),
  withdrawal_returned: ({ method, amount }) => ({
    title: `Withdrawal by ${by(method)} returned`,
    text: `The payment was returned. ${amount}, including any fee, is back in your balance.`,
  }),
  adjustment: ({ direction, amount, corrects }) => ({
    title: direction === 'credit' ? 'Manual credit' : 'Manual debit',
    text:
      corrects === null
        ? `Our team ${direction === 'credit' ? 'added' : 'deducted'} ${amount} manually. It doesn’t count as profit or loss.`
        : `Our team deducted ${amount} manually to correct entry ${corrects}. It doesn’t count as profit or loss.`,
  }),
  plan_bought: ({ name, amount, bought }) => ({
    title: `${bought === 'package' ? 'Package' : 'Signal plan'} bought${named(name)}`,
    text: `${amount} was paid from your balance.`,
  }),
  loan_approved: ({ name, amount }) => ({
    title: `Loan approved${named(name)}`,
    text: `We lent you ${amount}. You can trade it but not withdraw it, and you owe it.`,
  }),
  loan_interest: ({ amount }) => ({
    title: 'Daily loan interest',
    text: `What you owe grew by ${amount}. We didn’t take anything from your balance.`,
  }),
  loan_repaid: ({ amount }) => ({ title: 'Loan repaid', text: `${amount} went to what you owe.` }),
  loan_written_off: ({ amount }) => ({
    title: 'Loan written off',
    text: `You no longer owe the ${amount} that was missing at the end of the term. We didn’t take anything from your balance.`,
  }),
  profit_share: ({ name, direction, amount, fee }) =>
    direction === 'credit'
      ? { title: `Profit share received${named(name)}`, text: `${amount} from the people who copy you.` }
      : {
          title: `Profit share paid${named(name)}`,
          // A bot is ours, and so is its share: it goes to our fees.
          text:
            fee === '$0.00'
              ? `${amount} of your copied profit went to the trader.`
              : `${amount} of your copied profit went to us, because we run this bot.`,
        },
};

/** What a split of the share made of a trade. */
export function splitSentence({
  symbol,
  side,
  ratio,
  before,
  after,
  name,
}: Record<'symbol' | 'ratio' | 'before' | 'after' | 'name', string> & { side: 'buy' | 'sell' }): Sentence {
  return {
    title: `Split ${ratio}: ${side === 'sell' ? 'Sell' : 'Buy'} ${symbol}`,
    text: `${copied(name)}${before} lots before, ${after} lots after. No money moved.`,
  };
}

const RELEASED: Readonly<Record<string, string>> = {
  rejected: 'not sent',
  cancelled: 'cancelled',
  lapsed: 'ended: the code expired',
};

/** One entry in plain words. An event that came later than these words is shown by its name and its amount. */
export function statementSentence(event: string, facts: StatementFacts): Sentence {
  const sentence = SENTENCES[event];
  if (sentence !== undefined) return sentence(facts);
  const name = event.replaceAll('_', ' ');
  return { title: `${name.charAt(0).toUpperCase()}${name.slice(1)}`, text: facts.amount };
}

/** The events that have words of their own: every one of the books does. */
export const STATEMENT_EVENTS: readonly string[] = Object.keys(SENTENCES);
