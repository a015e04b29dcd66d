/** Every mail that the product sends. Plain words, and never a request to pay anything. */
export type MailTemplate = keyof typeof templates;
/** What a template may name beside the four standing values. */
export type MailValues = Record<string, string>;
/** The values that every template has, by the names the specification gives them. */
export type StandingValues = {
  user_name: string;
  user_email: string;
  site_name: string;
  site_email: string;
  site_url: string;
  /** Where complaints go: the operator's address for them, or else the site's. */
  complaints_email: string;
};
export type StandingSite = Pick<StandingValues, 'site_email' | 'site_url' | 'complaints_email'>;

type Template = {
  subject: string;
  lines: readonly string[];
  link?: { text: string; url: string };
  /** Where the app leads from its notification; {id} is the record's. Left out: where the mail's own link leads. */
  to?: string;
  /** What the notification says instead of the mail's lines; false: it is a mail only (before there is a session, or with a secret in it). */
  inApp?: string | false;
};

export const templates = {
  welcome: {
    subject: 'Welcome to {site_name}',
    lines: [
      'Your account is ready. Log in with {user_email} and the password that you chose.',
      'If you did not create this account, write to {site_email}.',
    ],
    link: { text: 'Log in', url: '{site_url}/login' },
    inApp: false,
  },
  'account-exists': {
    subject: 'You already have an account at {site_name}',
    lines: [
      'Somebody, probably you, tried to create an account with {user_email}. You already have one, so nothing was changed.',
      'If you have forgotten your password, you can choose a new one.',
    ],
    link: { text: 'Reset your password', url: '{site_url}/reset-password' },
    inApp: false,
  },
  'password-reset': {
    subject: 'Choose a new password for {site_name}',
    lines: [
      'Somebody, probably you, asked to reset the password of {user_email}. The link works once, for 30 minutes.',
      'If it was not you, ignore this mail: your password stays as it is.',
    ],
    link: { text: 'Choose a new password', url: '{site_url}/reset-password#token={token}' },
    inApp: false,
  },
  'staff-invitation': {
    subject: 'You are invited to the staff of {site_name}',
    lines: [
      'An account for staff was made for {user_email}. Choose your password with this link; it works once, for 24 hours.',
    ],
    link: { text: 'Choose your password', url: '{site_url}/reset-password#token={token}' },
    inApp: false,
  },
  'password-changed': {
    subject: 'Your password at {site_name} was changed',
    lines: [
      'The password of {user_email} was changed at {time} (UTC). You were logged out everywhere else.',
      'If it was not you, reset your password now and write to {site_email}.',
    ],
    link: { text: 'Reset your password', url: '{site_url}/reset-password' },
    to: '/sessions',
  },
  'new-device': {
    subject: 'New sign-in to your account at {site_name}',
    lines: [
      'Your account was opened at {time} (UTC) from a browser that we have not seen before: {device}.',
      'If it was not you, reset your password now and write to {site_email}.',
    ],
    link: { text: 'Reset your password', url: '{site_url}/reset-password' },
    to: '/sessions',
  },
  'email-confirm': {
    subject: 'Confirm your new e-mail address at {site_name}',
    lines: [
      'Somebody, probably you, wants to use {user_email} for their account at {site_name}. The link works once, for 30 minutes.',
      'If it was not you, ignore this mail: nothing changes.',
    ],
    link: { text: 'Confirm this address', url: '{site_url}/confirm-email#token={token}' },
  },
  'email-change-asked': {
    subject: 'A new e-mail address was asked for at {site_name}',
    lines: [
      'At {time} (UTC) somebody who knows your password asked to use another e-mail address for your account. This address stays until the new one is confirmed.',
      'If it was not you, change your password now: that stops it. Then write to {site_email}.',
    ],
    link: { text: 'Reset your password', url: '{site_url}/reset-password' },
    to: '/update-email',
  },
  'email-changed': {
    subject: 'Your e-mail address at {site_name} was changed',
    lines: [
      'Since {time} (UTC) your account belongs to {new_email}. You log in with that address, and no more mail comes here.',
      'If it was not you, write to {site_email} at once and name this address.',
    ],
    inApp: 'Since {time} (UTC) your account belongs to {new_email}. You log in with that address.',
    to: '/update-email',
  },
  'email-taken': {
    subject: 'Somebody wanted to use your address at {site_name}',
    lines: [
      'Somebody with another account asked to use {user_email} for it. You already have an account with this address, so nothing was changed.',
      'If it was you, log in with this address, or write to {site_email}.',
    ],
    link: { text: 'Log in', url: '{site_url}/login' },
    to: '/account',
  },
  'two-factor-on': {
    subject: 'Two-factor authentication is on at {site_name}',
    lines: [
      'Since {time} (UTC) logging in to your account asks for a code from your authenticator app. You were logged out everywhere else.',
      'If it was not you, reset your password now and write to {site_email}.',
    ],
    link: { text: 'See your account', url: '{site_url}/account' },
    to: '/two-factor',
  },
  'two-factor-off': {
    subject: 'Two-factor authentication is off at {site_name}',
    lines: [
      'Since {time} (UTC) your account is opened with the password alone. You were logged out everywhere else.',
      'If it was not you, reset your password now and write to {site_email}.',
    ],
    link: { text: 'Reset your password', url: '{site_url}/reset-password' },
    to: '/two-factor',
  },
  'recovery-codes-new': {
    subject: 'New recovery codes at {site_name}',
    lines: [
      'At {time} (UTC) new recovery codes were made for your account. The old ones do not work any more.',
      'If it was not you, reset your password now and write to {site_email}.',
    ],
    link: { text: 'Reset your password', url: '{site_url}/reset-password' },
    to: '/two-factor',
  },
  'recovery-code-used': {
    subject: 'A recovery code was used at {site_name}',
    lines: [
      'A recovery code was used in place of a code from your authenticator app. Codes left: {left}.',
      'If it was not you, reset your password now and write to {site_email}.',
    ],
    link: { text: 'See your account', url: '{site_url}/account' },
    to: '/two-factor',
  },
  'wrong-codes': {
    subject: 'Wrong codes for your account at {site_name}',
    lines: [
      'Five wrong codes were entered for your account, so no more are taken for a quarter of an hour. The password before them was right.',
      'If it was not you, somebody knows your password: reset it now.',
    ],
    link: { text: 'Reset your password', url: '{site_url}/reset-password' },
    to: '/change-password',
  },
  'identity-approved': {
    subject: 'Your identity is verified',
    lines: ['Our team has looked at your documents, and your account is verified.'],
    link: { text: 'See your account', url: '{site_url}/account' },
  },
  'identity-declined': {
    subject: 'Your documents were not accepted',
    lines: [
      'Our team could not verify your identity with the documents that you sent. You can send others. The reason is:',
      '{reason}',
      'Your money is not affected: you can withdraw it as before.',
    ],
    link: { text: 'Send other documents', url: '{site_url}/identity' },
  },
  'withdrawal-code': {
    subject: 'Your code for the withdrawal at {site_name}',
    lines: [
      'Your code is {code}',
      'It confirms the withdrawal of {amount} and nothing else. It works for ten minutes. Nobody from {site_name} will ever ask you for it.',
      'If you did not ask for a withdrawal, do not enter the code, and change your password.',
    ],
    inApp: 'The code that confirms your withdrawal of {amount} is in your e-mail. It works for ten minutes.',
    to: '/select-withdrawal?id={id}',
  },
  'top-up': {
    subject: 'Paper money added',
    lines: ['You added {amount} of paper money to your demo account.'],
    link: { text: 'See your statement', url: '{site_url}/statement' },
  },
  'deposit-submitted': {
    subject: 'We have your proof of payment',
    lines: [
      'You sent the proof of your deposit of {amount}. Our team looks at it, and your balance grows as soon as the payment is confirmed.',
    ],
    link: { text: 'See your deposits', url: '{site_url}/deposit-history' },
    to: '/deposit?id={id}',
  },
  'trade-opened': {
    subject: '{side} {symbol} opened',
    lines: ['{side} {lots} lots of {symbol} at {price}. {amount} is set aside as collateral.'],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/statement?trade={id}',
  },
  'trade-closed': {
    subject: '{side} {symbol} closed',
    lines: ['{lots} lots of {symbol} closed at {price}, with a {result}.'],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/statement?trade={id}',
  },
  'trade-closed-by-stop': {
    subject: '{side} {symbol} closed by your order',
    lines: ['Your order closed {lots} lots of {symbol} at {price}, with a {result}.'],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/statement?trade={id}',
  },
  'trade-closed-by-target': {
    subject: '{side} {symbol} closed at your target',
    lines: ['Your take profit closed {lots} lots of {symbol} at {price}, with a {result}.'],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/statement?trade={id}',
  },
  'trade-closed-by-trailing-stop': {
    subject: '{side} {symbol} closed by your trailing stop',
    lines: ['Your trailing stop closed {lots} lots of {symbol} at {price}, with a {result}.'],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/statement?trade={id}',
  },
  'trade-losing': {
    subject: '{side} {symbol} has lost {percent} of its collateral',
    lines: [
      'Your {lots} lots of {symbol} stand at a loss of {loss}, which is at least {percent} of the collateral that they have left.',
      'We tell you at every further 10 %. You never owe anything from a trade: its collateral is the most that it can cost.',
    ],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/statement?trade={id}',
  },
  'order-filled': {
    subject: 'Your {type} order opened {side} {symbol}',
    lines: [
      'Your {type} order at {price} was filled at {filled}: {side} {lots} lots of {symbol}. {amount} is set aside as collateral.',
    ],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/statement?trade={id}',
  },
  'order-expired': {
    subject: 'Your {type} order for {symbol} has expired',
    lines: ['The day is over and {price} was not reached: {side} {lots} lots of {symbol} were not traded.'],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/trades',
  },
  'order-rejected': {
    subject: 'Your {type} order for {symbol} was not filled',
    lines: [
      'The price reached {price}, but {side} {lots} lots of {symbol} were not traded, because {why}. Your balance is unchanged.',
    ],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/trades',
  },
  'trade-closed-out': {
    subject: '{side} {symbol} was closed out',
    lines: [
      'The collateral no longer carried the trade, so {lots} lots of {symbol} were closed at {price}, with a {result}.',
      'You never owe anything from a trade: its collateral is the most that it can cost.',
    ],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/statement?trade={id}',
  },
  'loan-closed-out': {
    subject: '{side} {symbol} was closed for your loan',
    lines: [
      'Your trading loan needed it: {lots} lots of {symbol} were closed at {price}, with a {result}.',
      'You never owe anything from a trade: its collateral is the most that it can cost.',
    ],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/statement?trade={id}',
  },
  'trade-copied': {
    subject: '{side} {symbol} opened by your copy',
    lines: [
      'The trader you copy opened a trade, and yours followed: {side} {lots} lots of {symbol} at {price}. {amount} is set aside as collateral.',
    ],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/statement?trade={id}',
  },
  'trade-closed-by-trader': {
    subject: '{side} {symbol} closed by your copy',
    lines: ['The trader you copy closed, and yours followed: {lots} lots of {symbol} at {price}, with a {result}.'],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/statement?trade={id}',
  },
  'trade-closed-by-staff': {
    subject: '{side} {symbol} was closed by our team',
    lines: ['Our team closed {lots} lots of {symbol} at the live quote of {price}, with a {result}.'],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/statement?trade={id}',
  },
  'deposit-approved': {
    subject: 'Your deposit has arrived',
    lines: ['We have received your deposit and added {amount} to your balance.'],
    link: { text: 'See your deposits', url: '{site_url}/deposit-history' },
    to: '/deposit?id={id}',
  },
  'deposit-rejected': {
    subject: 'Your deposit was not accepted',
    lines: ['Your deposit of {amount} was not accepted, and your balance is unchanged. The reason is:', '{reason}'],
    link: { text: 'See your deposits', url: '{site_url}/deposit-history' },
    to: '/deposit?id={id}',
  },
  'withdrawal-requested': {
    subject: 'We have your withdrawal request',
    lines: [
      'You asked us to pay out {amount}. The money is held for you until our team has sent it.',
      'You can cancel it for as long as it is waiting.',
    ],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
    to: '/withdrawals?open={id}',
  },
  'withdrawal-approved': {
    subject: 'Your withdrawal was sent',
    lines: [
      'We have sent your withdrawal of {amount}. The payout reference is {reference}; with it the payment can be traced.',
    ],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
    to: '/withdrawals?open={id}',
  },
  'withdrawal-rejected': {
    subject: 'Your withdrawal was not sent',
    lines: [
      'Your withdrawal of {amount} was not sent. The whole amount is back in your balance. The reason is:',
      '{reason}',
    ],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
    to: '/withdrawals?open={id}',
  },
  'withdrawal-returned': {
    subject: 'Your withdrawal came back',
    lines: [
      'The payment of {amount} came back to us. The whole amount, with any fee, is back in your balance. The reason is:',
      '{reason}',
    ],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
    to: '/withdrawals?open={id}',
  },
  'withdrawal-cancelled': {
    subject: 'Your withdrawal was cancelled',
    lines: ['Your withdrawal of {amount} was cancelled. The whole amount is available again.'],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
    to: '/withdrawals?open={id}',
  },
  'withdrawal-lapsed': {
    subject: 'Your withdrawal has ended: its code ran out',
    lines: ['The code for your withdrawal of {amount} was not entered in time. The whole amount is available again.'],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
    to: '/withdrawals?open={id}',
  },
  'withdrawal-stopped': {
    subject: 'Your withdrawal was stopped after five wrong codes',
    lines: [
      'Five wrong codes were entered for your withdrawal of {amount}, so it was stopped. The whole amount is available again.',
      'If it was not you, change your password now and write to {site_email}.',
    ],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
    to: '/withdrawals?open={id}',
  },
  'withdrawal-overdue': {
    subject: 'Your withdrawal is overdue',
    lines: [
      'Your withdrawal of {amount} has waited longer than one working day. It is shown as overdue to our team and counted in public until it is sent.',
      'The money is still held for you, and you can cancel the request at any time.',
    ],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
    to: '/withdrawals?open={id}',
  },
  'withdrawal-not-received': {
    subject: 'We are looking for your payment',
    lines: [
      'You told us that {amount} has not arrived. The withdrawal is overdue again until our team has traced it or given it back.',
    ],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
    to: '/withdrawals?open={id}',
  },
  'withdrawal-traced': {
    subject: 'We have traced your payment',
    lines: [
      'You told us that {amount} had not arrived. Our team has traced the payment and found:',
      '{reason}',
      'If it still does not arrive, report it as not received again: we go on looking.',
    ],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
    to: '/withdrawals?open={id}',
  },
  'fee-announced': {
    subject: 'The withdrawal fee changes on {from}',
    lines: [
      'From {from} (UTC) the fee on your withdrawals is {percent}%. Until then nothing changes.',
      'It is taken out of the amount that you withdraw, and you see it before you confirm. Nobody will ever ask you to pay something in order to withdraw.',
    ],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
  },
  'fee-withdrawn': {
    subject: 'The withdrawal fee is not raised',
    lines: ['We told you of a higher withdrawal fee. It does not come: the fee on your withdrawals is {percent}%.'],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
  },
  adjustment: {
    subject: 'A manual correction on your account',
    lines: [
      'Our team corrected your balance: {direction} {amount}. It carries the mark “Manual” in your account. The reason is:',
      '{reason}',
    ],
    link: { text: 'See your account', url: '{site_url}/dashboard' },
    to: '/statement?kind=manual',
  },
  'package-bought': {
    subject: 'Your receipt: {name}, {price}',
    lines: [
      'You bought the package {name} for {price}. Your balance was {before} before and {after} after. Receipt {receipt}.',
      'From your next trade on your mark-up is {pips} pips on forex and {points} basis points on crypto and stocks, and your leverage goes up to {major}:1 on major forex, {other}:1 on other forex, {stock}:1 on stocks and {crypto}:1 on crypto.',
    ],
    link: { text: 'See the receipt', url: '{site_url}/receipts/{id}' },
  },
  'signal-plan-bought': {
    subject: 'Your receipt: {name}, {price}',
    lines: [
      'You bought the signal plan {name} for {price}. Your balance was {before} before and {after} after. Receipt {receipt}.',
      'Your signal strength is now {strength}% for good.',
    ],
    link: { text: 'See the receipt', url: '{site_url}/receipts/{id}' },
  },
  'unlimited-bought': {
    subject: 'Your receipt: {name}, {price}',
    lines: [
      'You bought {name} for {price}. Your balance was {before} before and {after} after. Receipt {receipt}.',
      'Your signal strength is 100% until {until} (UTC).',
    ],
    link: { text: 'See the receipt', url: '{site_url}/receipts/{id}' },
  },
  'limit-tighten': {
    subject: 'Your limit for the {name} is {now}',
    lines: [
      'You set your limit for the {name} to {now}. It holds from now on.',
      'You can make it tighter at any time. A looser one begins 24 hours after you ask for it.',
    ],
    link: { text: 'See your trading limits', url: '{site_url}/trading-limits' },
  },
  'limit-loosen': {
    subject: 'A looser limit begins in 24 hours',
    lines: [
      'You asked for a looser limit for the {name}: {next} from {at} (UTC). Until then {now} holds on.',
      'You can take this back until then. If it was not you, take it back and change your password.',
    ],
    link: { text: 'See your trading limits', url: '{site_url}/trading-limits' },
  },
  'limit-keep': {
    subject: 'Your limit for the {name} stays as it is',
    lines: ['You took back the change of your limit for the {name}. It stays at {now}.'],
    link: { text: 'See your trading limits', url: '{site_url}/trading-limits' },
  },
  'time-out': {
    subject: 'Your break from trading has begun',
    lines: [
      'Until {until} (UTC) nothing new can be opened, copied or paid in. Nobody can end your break early, our team neither.',
      'Closing trades, withdrawing and your statement work as always. Open positions stay open until you, your own stops or a close-out close them.',
    ],
    link: { text: 'See your trading limits', url: '{site_url}/trading-limits' },
  },
  'self-exclusion': {
    subject: 'You have excluded yourself from trading',
    lines: [
      'Until {until} (UTC) nothing new can be opened, copied or paid in. Nobody can end this early, our team neither. It goes on after that day until you ask to come back.',
      'Closing trades, withdrawing and your statement work as always. Open positions stay open until you, your own stops or a close-out close them.',
    ],
    link: { text: 'See your trading limits', url: '{site_url}/trading-limits' },
  },
  'self-exclusion-return': {
    subject: 'You asked to trade again',
    lines: [
      'Your self-exclusion has run its time, and you asked to come back: you can trade again from {until} (UTC).',
      'If it was not you, change your password, and choose a new break under Trading limits.',
    ],
    link: { text: 'See your trading limits', url: '{site_url}/trading-limits' },
  },
  'hold-placed': {
    subject: 'Your withdrawals are on hold until {until} (UTC)',
    lines: [
      'No withdrawal of yours can be approved until {until} (UTC) at the latest. Ground: {ground}. Reference: {reference}. It ends by itself, or earlier when our team lifts it, and you are told if it is made longer.',
      'Your money stays yours. Requesting and cancelling withdrawals, trading, closing trades and your statement work as always.',
      'If you think that this is wrong, write to {complaints_email} and name the reference.',
    ],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
  },
  'hold-renewed': {
    subject: 'The hold on your withdrawals was renewed until {until} (UTC)',
    lines: [
      'A second person of our team has looked at it again: no withdrawal of yours can be approved until {until} (UTC) at the latest. Ground: {ground}. Reference: {reference}.',
      'Your money stays yours. Requesting and cancelling withdrawals, trading, closing trades and your statement work as always.',
      'If you think that this is wrong, write to {complaints_email} and name the reference.',
    ],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
  },
  'hold-lifted': {
    subject: 'A hold on your withdrawals was lifted',
    lines: [
      'The hold with the reference {reference} ({ground}) has ended. The reason: {reason}',
      'Unless another hold runs, your withdrawals are decided again from now on. If you have a complaint about it, write to {complaints_email}.',
    ],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
  },
  'loan-applied': {
    subject: 'We have your loan application',
    lines: [
      'You applied for a trading loan of {amount}. Our team is looking at it, and you will hear from us either way.',
    ],
    link: { text: 'See your loan', url: '{site_url}/trading-plans' },
  },
  'loan-approved': {
    subject: 'Your trading loan was approved',
    lines: [
      'We have lent you {amount}: it is in your balance. It can be traded and not withdrawn; your own money beyond what you owe stays yours to withdraw.',
      'Interest is {daily} a day from tomorrow (UTC). The loan is due at the end of {due}. You can repay any part of it earlier.',
    ],
    link: { text: 'See your loan', url: '{site_url}/trading-plans' },
  },
  'loan-rejected': {
    subject: 'Your trading loan was not approved',
    lines: ['Your application for {amount} was not approved, and nothing was lent. The reason is:', '{reason}'],
    link: { text: 'See the loan levels', url: '{site_url}/trading-plans' },
  },
  'loan-interest': {
    subject: 'Interest on your trading loan',
    lines: ['The interest of {day} (UTC) is {interest}. You owe {owed} now. Nothing was taken from your balance.'],
    link: { text: 'See your loan', url: '{site_url}/trading-plans' },
  },
  'loan-repaid': {
    subject: 'We have your repayment',
    lines: ['You repaid {amount} of your trading loan, {interest} of it interest. You owe {owed} now.'],
    link: { text: 'See your loan', url: '{site_url}/trading-plans' },
  },
  'loan-collected': {
    subject: 'Your trading loan has reached its end',
    lines: [
      'The due day is over. We have taken {amount} of what you owed from your balance, {interest} of it interest. You owe {owed} now.',
      'If something is missing, it is written off. Nobody will ask you for it.',
    ],
    link: { text: 'See your loan', url: '{site_url}/trading-plans' },
  },
  'loan-written-off': {
    subject: 'You owe nothing any more',
    lines: ['Your trading loan has ended, and the missing {amount} is written off. Nobody will ever ask you for it.'],
    link: { text: 'See your loan', url: '{site_url}/trading-plans' },
  },
  'loan-called': {
    subject: 'Your open positions are being closed',
    lines: [
      'While a loan is open, positions close where equity falls to half of their required margin. Your equity is {equity}, and the required margin is {required}.',
      'Each position is closed at its next good price. You can lose what you put in, never more.',
    ],
    link: { text: 'See your trades', url: '{site_url}/trades' },
  },
  'copy-started': {
    subject: 'You copy {trader}',
    lines: [
      'From now on trades of {trader} are opened for you, up to {amount}. You can lose this amount. Profit share: {share} of your own new highs, at the end of each month.',
      'You can pause or stop the copy at any time.',
    ],
    link: { text: 'See your copies', url: '{site_url}/copy-trader' },
  },
  'copy-stopped-client': {
    subject: 'Your copy has ended',
    lines: ['You stopped a copy with an allotment of {amount}. Nothing more is copied.'],
    link: { text: 'See your copies', url: '{site_url}/copy-trader' },
  },
  'copy-stopped-stop-loss': {
    subject: 'Your copy reached its stop-loss',
    lines: [
      'A copy with an allotment of {amount} was down by its stop-loss of {limit}. Its trades are closed at the quotes that hold, and nothing more is copied.',
    ],
    link: { text: 'See your copies', url: '{site_url}/copy-trader' },
  },
  'copy-stopped-trader-deleted': {
    subject: 'Your copy has ended',
    lines: [
      'The trader behind a copy with an allotment of {amount} left the list. Its trades are closed at the quotes that hold, and nothing more is copied.',
    ],
    link: { text: 'See your copies', url: '{site_url}/copy-trader' },
  },
  'trader-linked': {
    subject: 'Your trades at {site_name} can be copied',
    lines: [
      'Our team listed you as the trader “{trader}”. Others can see the record of your own trades and copy them. Your money and your trades stay yours alone.',
      'If you do not want this, write to {site_email} and it ends.',
    ],
    link: { text: 'See your record', url: '{site_url}/copy-trader' },
  },
  'profit-share-taken': {
    subject: 'Profit share for {month}',
    lines: [
      'Your copy reached a new high of {high} in {month}. The trader’s share of {amount} was taken from your balance.',
    ],
    link: { text: 'See your copies', url: '{site_url}/copy-trader' },
  },
  'profit-share-received': {
    subject: 'Your profit share for {month}',
    lines: ['A client who copies you reached a new high in {month}. Your share of {amount} is in your balance.'],
    link: { text: 'See your account', url: '{site_url}/dashboard' },
  },
  'trade-recorded': {
    subject: 'A manual entry among your trades',
    lines: [
      'Our team wrote down a {outcome} of {amount} ({side} {symbol}) by hand. It carries the mark “Manual” in your account and counts into no performance figure. The reason is:',
      '{reason}',
    ],
    link: { text: 'See your trades', url: '{site_url}/dashboard' },
  },
  'trade-settled': {
    subject: 'Your trade was closed by our team',
    lines: ['Our team closed your trade {side} {symbol} at the live quote. The result is {result}.', '{reason}'],
    link: { text: 'See your trades', url: '{site_url}/dashboard' },
  },
  'trade-settled-manual': {
    subject: 'Your trade was closed by our team',
    lines: [
      'Our team closed your trade {side} {symbol} at the live quote. The result is {result}. In addition {added} was added to your balance by hand; it carries the mark “Manual” in your account. The reason is:',
      '{reason}',
    ],
    link: { text: 'See your trades', url: '{site_url}/dashboard' },
  },
  'account-closed': {
    subject: 'Your account at {site_name} is closed',
    lines: [
      'Your account is closed and your personal data has been erased: name, address, messages and documents. The entries of your account stay in the books under a number, without your name.',
      'You can sign up again with this address at any time.',
    ],
  },
  suspended: {
    subject: 'Your account at {site_name} is suspended',
    lines: [
      'New trades and new deposits are stopped, and orders that were waiting are cancelled. You can still read your statement, close your trades and withdraw your money. The reason is:',
      '{reason}',
    ],
    to: '/dashboard',
  },
  unsuspended: {
    subject: 'Your account at {site_name} is active again',
    lines: [
      'The suspension of your account has ended: you can trade and deposit again. Orders that were cancelled because of it stay cancelled; place them again if you still want them.',
    ],
    link: { text: 'Log in', url: '{site_url}/login' },
    to: '/dashboard',
  },
} as const satisfies Record<string, Template>;

export type RenderedMail = { subject: string; text: string; html: string };

/** A name that no template has is a defect; a value that is missing is left out rather than shown as its placeholder. */
export function renderMail(name: string, values: MailValues & StandingValues): RenderedMail {
  const template: Template | undefined = (templates as Record<string, Template>)[name];
  if (!template) throw new Error(`There is no mail template ${name}.`);
  const lines = template.lines.map((line) => fill(line, values));
  const link = template.link && { text: template.link.text, url: fill(template.link.url, values) };
  const greeting = `Hello ${values.user_name},`;
  const footer = `${values.site_name} · ${values.site_email}`;
  return {
    subject: oneLine(fill(template.subject, values)),
    text: [greeting, ...lines, ...(link ? [`${link.text}: ${link.url}`] : []), `-- \n${footer}`].join('\n\n'),
    html: page([greeting, ...lines], link, footer),
  };
}

export type RenderedNotification = { title: string; text: string; to: string | null };

/** The same words for the app's list: without a greeting, and with a way to the record instead of the mail's link. */
export function renderNotification(
  name: string,
  values: MailValues & StandingValues,
  id: string | null,
): RenderedNotification {
  const template: Template | undefined = (templates as Record<string, Template>)[name];
  // Kept rows outlive templates: one whose words are gone still says what it was.
  if (!template)
    return { title: `${name.charAt(0).toUpperCase()}${name.slice(1)}`.replaceAll('-', ' '), text: '', to: null };
  const text = typeof template.inApp === 'string' ? template.inApp : template.lines.join(' ');
  const link =
    template.link?.url.startsWith('{site_url}/') === true ? template.link.url.slice('{site_url}'.length) : '';
  // A link with a secret after the # leads nowhere without it.
  const to = template.to ?? (link.includes('#') ? '' : link);
  return {
    title: oneLine(fill(template.subject, values)),
    text: fill(text, values),
    to: to === '' ? null : to.replace('{id}', values['id'] ?? id ?? ''),
  };
}

/** Mails that are no notification: they come before there is a session, carry a secret, or speak to somebody at another address. */
export function isMailOnly(name: MailTemplate, values: MailValues, elsewhere: boolean): boolean {
  const { inApp }: Template = templates[name];
  return inApp === false || 'token' in values || (elsewhere && inApp === undefined);
}

function fill(text: string, values: MailValues): string {
  return text.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : '',
  );
}

/** A subject is one header line, whatever a name or a site's title holds. */
function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are exactly what must not get into a header
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();
}

function page(paragraphs: string[], link: { text: string; url: string } | undefined, footer: string): string {
  const body = paragraphs.map((text) => `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`);
  if (link) body.push(`<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.text)}</a></p>`);
  return `<!doctype html><html lang="en"><body style="font-family:sans-serif;max-width:36em">${body.join('')}<hr><p><small>${escapeHtml(footer)}</small></p></body></html>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
