import { ACCOUNT_FILES } from './data/account.ts';
import { FIGURE_FILES } from './data/figures.ts';
import { LIABILITY_FILES } from './data/liabilities.ts';
import { LOGGED_FILES } from './data/logged.ts';
import { MARKET_FILES } from './data/market.ts';
import { MONEY_FILES } from './data/money.ts';
import { TERMS_FILES } from './data/terms.ts';
import { TRADING_FILES } from './data/trading.ts';
import type { ArchiveFile } from './file.ts';

/** Every data file of an archive, in the order in which they stand in it. */
export const FILES: readonly ArchiveFile[] = [
  ...LOGGED_FILES,
  ...ACCOUNT_FILES,
  ...TRADING_FILES,
  ...MONEY_FILES,
  ...MARKET_FILES,
  ...TERMS_FILES,
  ...FIGURE_FILES,
  ...LIABILITY_FILES,
];

const SECRET = 'a secret of signing in';
const ANSWERS = 'answers that were given, kept for repeated requests: what they say is in the other files';

/** Tables with rows of clients that are in no file, each with the reason (U24). */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  'app.account_lock': SECRET,
  'app.email_change': SECRET,
  'app.email_confirmation': SECRET,
  'app.known_device': SECRET,
  'app.password_link': SECRET,
  'app.push_outbox': 'notifications on their way to a device: they are among the notifications',
  'app.push_subscription': SECRET,
  'app.recovery_code': SECRET,
  'app.second_factor': SECRET,
  'app.reply': ANSWERS,
  'ledger.command': ANSWERS,
  'app.action_notice': 'who was told of a dividend or split: the notification is there',
  'app.change_notice': 'who was told of a change of financing or spread: the notification is there',
  'app.api_token': 'programs of the operator that read Manage: only staff make them, and find them there',
  'app.archive': 'the archives themselves',
  'app.archive_piece': 'the archives themselves',
  'app.client_note': 'what staff wrote for each other: the operator gives it on request',
  'app.client_tag': 'what staff wrote for each other: the operator gives it on request',
  'app.client_view': 'which page of whom staff have open: each visit is a line of staff_actions',
  'app.payment_try': 'what staff tried to credit a deposit for: what was credited is in the deposit',
  'app.signal_dismissal': 'what staff found harmless: whoever watches for fraud does not say for what',
  'app.screening': 'what a name was compared with: whoever watches for fraud does not say for what',
  'app.closed_trade': 'sums of trades, fills and quotes',
  'app.equity_day': 'sums of entries and fills at the prices of bars',
  'app.integrity_balance': 'what the job that checks the books added up from the entries, which are in the archive',
  'app.guest': 'until when somebody tried the site without an account: whoever asks for an archive has one',
  'app.erasure': 'of closed accounts alone, which have no archive',
  'ledger.copy_task': 'work that waits for an instant: what comes of it is a trade or a skip',
  'ledger.credited_payment': 'which payment a deposit was credited for: txid and output_index of the deposit',
  'ledger.exposure': 'sums of open trades',
  'ledger.posting': 'the postings of entries',
  'ledger.proposal': 'what one of staff proposed to another: shown to nobody whom it concerns',
  'ledger.statement_mark': 'sums of entries',
};
