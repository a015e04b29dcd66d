import type { Templates } from './template.ts';

const ADDRESSES = 'Bitcoin: {bitcoin}. Ethereum: {ethereum}. USDT: {usdt}.';
const PAYMENT = { text: 'See the addresses', url: '{site_url}/all-user?tab=payment' };
const SETTINGS = { text: 'See the settings', url: '{site_url}/all-user?tab=settings' };
const SWITCHES = { text: 'See the switches', url: '{site_url}/all-user?tab=settings' };
const PROPOSALS = { text: 'See the proposals', url: '{site_url}/all-user?tab=proposals' };
const NOT_THEM = 'If {by} doesn’t know about this, log them out from their page in Manage right away.';

/** Emails to all staff about deposit addresses, withdrawal fees and the books themselves. */
export const siteTemplates = {
  'wallets-changed': {
    subject: 'The deposit addresses at {site_name} were changed',
    lines: [`At {time} (UTC) {by} changed the addresses that clients pay to. ${ADDRESSES}`, NOT_THEM],
    link: PAYMENT,
  },
  'wallets-proposed': {
    subject: 'New deposit addresses were proposed at {site_name}',
    lines: [
      `At {time} (UTC) {by} proposed other addresses for clients to pay to. ${ADDRESSES}`,
      'Nothing changes until another person approves them. Compare every address with its source first.',
    ],
    link: PROPOSALS,
  },
  'wallets-approved': {
    subject: 'New deposit addresses take effect at {site_name} on {from} (UTC)',
    lines: [
      `At {time} (UTC) {by} approved the addresses that {proposed_by} proposed. ${ADDRESSES}`,
      'They take effect on {from} (UTC). Until then you can keep the current ones, alone and right away.',
    ],
    link: PAYMENT,
  },
  'wallets-kept': {
    subject: 'The deposit addresses at {site_name} stay as they are',
    lines: [
      'At {time} (UTC) {by} stopped the new addresses before they took effect. Clients go on paying to the current ones.',
      'Reason: {reason}',
    ],
    link: PAYMENT,
  },
  'fees-changed': {
    subject: 'The withdrawal fee or minimum at {site_name} was changed',
    lines: [
      'At {time} (UTC) {by} set the withdrawal fee to {percent}% and the minimum withdrawal to ${minimum}.',
      NOT_THEM,
    ],
    link: SETTINGS,
  },
  'fees-proposed': {
    subject: 'Another withdrawal fee or minimum was proposed at {site_name}',
    lines: [
      'At {time} (UTC) {by} proposed a withdrawal fee of {percent}% and a minimum withdrawal of ${minimum}.',
      'Nothing changes until another person approves it.',
    ],
    link: PROPOSALS,
  },
  'fees-approved': {
    subject: 'The withdrawal fee or minimum at {site_name} was changed',
    lines: [
      'At {time} (UTC) {by} approved what {proposed_by} proposed: a withdrawal fee of {percent}% and a minimum withdrawal of ${minimum}. A higher fee takes effect 30 days after clients are told.',
    ],
    link: SETTINGS,
  },
  'switch-stopped': {
    subject: 'Stopped for everyone at {site_name}: {what}',
    lines: [
      'At {time} (UTC) {by} stopped this for everyone: {what}. Closing trades, cancelling orders and withdrawing go on.',
      'Reason: {reason}',
      'Clients read: {banner}',
      NOT_THEM,
    ],
    link: SWITCHES,
  },
  'switch-started': {
    subject: 'Started again at {site_name}: {what}',
    lines: ['At {time} (UTC) {by} started this again for everyone: {what}.', 'Reason: {reason}', NOT_THEM],
    link: SWITCHES,
  },
  configured: {
    subject: 'The configuration of {site_name} changes: {what}',
    lines: [
      'At {time} (UTC) {by} approved what {proposed_by} proposed: {what}. It takes effect at {from} (UTC).',
      'Reason: {reason}',
      'If neither of them knows about this, log both out from their pages in Manage right away.',
    ],
    link: { text: 'See the configuration', url: '{site_url}/all-user?tab=configuration' },
  },
  'books-differ': {
    subject: 'The books at {site_name} don’t agree with their own record',
    lines: [
      'At {time} (UTC) the regular check of the books found {count} rows that aren’t what the commit wrote. The first is {first}',
      'The check repairs nothing. Don’t change the database. Keep a copy of it as it is, and compare these rows with your latest backup. The log of the server names each of them.',
    ],
    link: { text: 'See the overview', url: '{site_url}/overview' },
  },
} as const satisfies Templates;
