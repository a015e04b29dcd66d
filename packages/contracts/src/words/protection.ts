import type { LimitKind, TimeOutLength } from '../protection.ts';

const names: Readonly<Record<LimitKind, { title: string; of: string; used: string }>> = {
  daily_loss: { title: 'Loss of a day', of: 'a day', used: 'lost today' },
  deposit_day: { title: 'Deposits of a day', of: 'a day', used: 'deposited today' },
  deposit_week: { title: 'Deposits of a week', of: 'a week', used: 'deposited this week' },
  deposit_month: { title: 'Deposits of a month', of: 'a month', used: 'deposited this month' },
};

/** Words of the client's own limits and breaks, here and where they stand in the way. */
export const protectionWords = {
  title: 'Trading limits',
  short: 'Your own limits on losses and deposits, and breaks from trading',
  intro:
    'Limits that you set for yourself. A tighter one holds at once, a looser one 24 hours after you ask for it. Nobody can loosen them for you. Closing trades and withdrawing are never limited.',
  palette: 'limit loss deposit break time-out self-exclusion protection',
  limits: 'Your limits',
  names,
  none: 'No limit',
  per: (amount: string, of: string) => `${amount} ${of}`,
  used: (used: string, what: string) => `${used} ${what}`,
  usedOf: (used: string, limit: string, what: string) => `${used} of ${limit} ${what}`,
  resets: (at: string) => `Begins again ${at}`,
  reached: 'Reached: nothing new can be opened until then.',
  bar: (title: string) => `Used of your limit: ${title}`,
  set: 'Set a limit',
  change: 'Change',
  setOf: (title: string) => `Set a limit: ${title}`,
  changeOf: (title: string) => `Change the limit: ${title}`,
  amount: 'Limit in USD',
  remove: 'Remove this limit',
  save: 'Save',
  atOnce: 'Holds at once.',
  later: 'This is looser: it begins in 24 hours, and you can take it back until then.',
  same: 'This is your limit now.',
  sameBack: 'This is your limit now: saving takes the waiting change back.',
  saved: 'Your limit holds from now on.',
  waits: 'Your looser limit begins in 24 hours.',
  kept: 'Taken back. Your limit stays as it is.',
  pending: (next: string, at: string) => `${next} from ${at}`,
  pendingNone: (at: string) => `No limit from ${at}`,
  left: (time: string) => `${time} left`,
  takeBack: 'Take back',
  takeBackOf: (title: string) => `Take back the change: ${title}`,
  details: {
    daily_loss:
      'What you lost today by closed trades and overnight financing, plus what your open positions would lose if they were closed now. At the limit nothing new is opened until midnight UTC; your positions are left alone.',
    deposit_day: 'What was credited today, and what is under way. Days end at midnight UTC.',
    deposit_week: 'What was credited since Monday, and what is under way.',
    deposit_month: 'What was credited since the first of the month, and what is under way.',
  } satisfies Readonly<Record<LimitKind, string>>,
  break: {
    title: 'Take a break',
    text: 'Stop trading for a while. It begins at once, and nobody can end it early, our team neither. You can always close trades and withdraw.',
    button: 'Take a break',
    longer: 'Make it longer',
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
      'Until it is over, nothing new is opened, copied, bought, borrowed or paid in. Orders that wait are rejected when they trigger.',
    open: 'Open positions stay open, with their stops and targets. Close them first if you want to.',
    exclusion: 'A self-exclusion goes on after its time, until you ask to come back and 24 hours have passed.',
    phrase: 'take a break',
    confirm: (phrase: string) => `Type “${phrase}” to confirm`,
    mistyped: (phrase: string) => `Type the words “${phrase}”`,
    begun: 'Your break has begun.',
  },
  standing: {
    time_out: (until: string) => `You are taking a break from trading until ${until}.`,
    self_exclusion: (until: string) => `You have excluded yourself from trading until ${until}.`,
    over: 'You have excluded yourself from trading, and the time that you chose is over. It goes on until you ask to come back.',
    returning: (at: string) => `You asked to come back: you can trade again from ${at}.`,
    other: {
      time_out: (until: string) => `Time-out until ${until}`,
      self_exclusion: (until: string) => `Self-exclusion until ${until}`,
      over: 'Self-exclusion, its time is over',
      returning: (at: string) => `Self-exclusion, may trade again from ${at}`,
    },
    still: 'Closing trades and withdrawing work as always.',
    comeBack: 'Ask to come back',
    comeBackTitle: 'Trade again in 24 hours?',
    comeBackText: 'You can trade again 24 hours from now. Until then you can choose another break.',
    asked: 'You can trade again in 24 hours.',
  },
  help: {
    title: 'If it is more than a bad day',
    text: 'If you trade to win back what you lost, borrow to trade, or hide it from those close to you: stop, and talk to somebody. Your doctor, a debt adviser, and the free helplines for gambling in your country listen without judging; your health service’s pages list them.',
  },
  /** Where a limit stands in the way: on the ticket and in the deposit wizard. */
  notice: {
    loss: (lost: string, limit: string, at: string) =>
      `You have lost ${lost} today, and your own limit is ${limit} a day. New trades can be opened again from ${at}; closing works as always.`,
    deposit: (left: string, of: string, at: string) =>
      `Your own limit leaves ${left} for deposits ${of}. It begins again ${at}.`,
    see: 'Your trading limits',
  },
  manage: {
    title: 'Own limits',
    text: 'Set by the client, and changed by nobody else.',
    none: 'No limits and no break',
    onBreak: 'Break from trading',
  },
} as const;
