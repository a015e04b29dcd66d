import type { LimitKind, TimeOutLength } from '../protection.ts';

const names: Readonly<Record<LimitKind, { title: string; of: string; used: string }>> = {
  daily_loss: { title: 'Daily loss limit', of: 'a day', used: 'lost today' },
  deposit_day: { title: 'Daily deposit limit', of: 'a day', used: 'deposited or under way today' },
  deposit_week: { title: 'Weekly deposit limit', of: 'a week', used: 'deposited or under way this week' },
  deposit_month: { title: 'Monthly deposit limit', of: 'a month', used: 'deposited or under way this month' },
};

/** Words of the client's own limits and breaks, here and where they stand in the way. */
export const protectionWords = {
  title: 'Trading limits',
  short: 'Your own limits on losses and deposits, and breaks from trading',
  intro:
    'Limits you set for yourself. A tighter limit takes effect immediately, a looser one after 24 hours. No one else can loosen them. You can always close trades and withdraw.',
  palette: 'limit loss deposit break time-out self-exclusion protection',
  limits: 'Your limits',
  names,
  none: 'No limit',
  per: (amount: string, of: string) => `${amount} ${of}`,
  used: (used: string, what: string) => `${used} ${what}`,
  usedOf: (used: string, limit: string, what: string) => `${used} of ${limit} ${what}`,
  resets: (at: string) => `Resets ${at}`,
  reached: 'Limit reached. You can’t open new trades until then.',
  bar: (title: string) => `Used of your limit: ${title}`,
  set: 'Set a limit',
  change: 'Change',
  setOf: (title: string) => `Set a limit: ${title}`,
  changeOf: (title: string) => `Change: ${title}`,
  amount: 'Limit in USD',
  remove: 'Remove this limit',
  save: 'Save',
  atOnce: 'Takes effect immediately.',
  later: 'This limit is looser, so it starts in 24 hours. You can cancel the change until then.',
  same: 'This is your current limit.',
  sameBack: 'This is your current limit. Saving cancels the pending change.',
  saved: 'Your new limit is in effect.',
  waits: 'Your looser limit starts in 24 hours.',
  kept: 'Change cancelled. Your limit stays the same.',
  pending: (next: string, at: string) => `${next} from ${at}`,
  pendingNone: (at: string) => `No limit from ${at}`,
  left: (time: string) => `${time} left`,
  takeBack: 'Cancel change',
  takeBackOf: (title: string) => `Cancel change: ${title}`,
  details: {
    daily_loss:
      'Today’s losses from closed trades and overnight financing, plus what your open positions would lose if you closed them now. At the limit you can’t open new trades until midnight UTC. Your open positions stay open.',
    deposit_day: 'Deposits credited today plus those in progress. Days end at midnight UTC.',
    deposit_week: 'Deposits credited since Monday plus those in progress.',
    deposit_month: 'Deposits credited this month plus those in progress.',
  } satisfies Readonly<Record<LimitKind, string>>,
  break: {
    title: 'Take a break',
    text: 'Stop trading for a while. It starts immediately and no one can end it early, not even our team. You can always close trades and withdraw.',
    button: 'Take a break',
    longer: 'Extend',
    legend: 'How long',
    lengths: {
      '24h': { label: '24 hours', hint: 'Time-out' },
      '7d': { label: '7 days', hint: 'Time-out' },
      '30d': { label: '30 days', hint: 'Time-out' },
      '6m': { label: '6 months', hint: 'Self-exclusion' },
      '1y': { label: '1 year', hint: 'Self-exclusion' },
      '5y': { label: '5 years', hint: 'Self-exclusion' },
    } satisfies Readonly<Record<TimeOutLength, { label: string; hint: string }>>,
    stops:
      'Until it’s over, you can’t open trades, copy, buy plans, borrow or deposit. Working orders are rejected when they trigger.',
    open: 'Open positions stay open with their stops and targets. Close them first if you prefer.',
    exclusion: 'A self-exclusion continues after this time until you ask to come back and 24 hours pass.',
    phrase: 'take a break',
    confirm: (phrase: string) => `Type “${phrase}” to confirm`,
    mistyped: (phrase: string) => `Type the words “${phrase}”`,
    begun: 'Your break has started.',
  },
  standing: {
    time_out: (until: string) => `You’re taking a break from trading until ${until}.`,
    self_exclusion: (until: string) => `You’ve excluded yourself from trading until ${until}.`,
    over: 'Your self-exclusion period is over, but trading stays off until you ask to come back.',
    returning: (at: string) => `You asked to come back. You can trade again from ${at}.`,
    other: {
      time_out: (until: string) => `Time-out until ${until}`,
      self_exclusion: (until: string) => `Self-exclusion until ${until}`,
      over: 'Self-exclusion, period over',
      returning: (at: string) => `Self-exclusion, may trade again from ${at}`,
    },
    still: 'You can still close trades and withdraw.',
    comeBack: 'Ask to come back',
    comeBackTitle: 'Trade again in 24 hours?',
    comeBackText: 'You can trade again in 24 hours. You can choose another break until then.',
    asked: 'You can trade again in 24 hours.',
  },
  help: {
    title: 'If it’s more than a bad day',
    text: 'If you trade to win back losses, borrow to trade, or hide it from people close to you, stop and talk to someone. Your doctor, a debt adviser or your country’s free gambling helpline can help, without judging.',
  },
  /** Where a limit stands in the way: on the ticket and in the deposit wizard. */
  notice: {
    loss: (lost: string, limit: string, at: string) =>
      `You’ve lost ${lost} today and your daily loss limit is ${limit}. You can open new trades from ${at}, and close trades at any time.`,
    deposit: (left: string, of: string, at: string) => `Your limit leaves ${left} for deposits ${of}. It resets ${at}.`,
    see: 'Your trading limits',
  },
  manage: {
    title: 'Own limits',
    text: 'Set by the client. No one else can change them.',
    none: 'No limits or breaks',
    onBreak: 'Break from trading',
  },
} as const;
