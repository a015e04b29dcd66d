import { frameWords } from './frame.ts';

/** Words of the shared building blocks. */
export const uiWords = {
  retry: 'Try again',
  previous: 'Previous',
  next: 'Next',
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  loading: 'Loading',
  loadFailed: 'Couldn’t load this',
  missingText: 'The link may be wrong, or it may have been removed.',
  /** How long ago the server last answered, beside a price of that moment. */
  priceAge: (seconds: number) =>
    seconds < 60
      ? `${seconds} s old`
      : seconds < 3600
        ? `${Math.floor(seconds / 60)} min old`
        : `${Math.floor(seconds / 3600)} h old`,
  oldPrice: 'Updating',
  noFreshPrice: 'No fresh prices. You can trade again as soon as the next one arrives.',
  copy: 'Copy',
  copied: 'Copied',
  copyOf: (name: string) => `Copy: ${name}`,
  copiedOf: (name: string) => `${name} copied`,
  copyFailed: 'Your browser blocked copying. Select the text instead',
  cancel: 'Cancel',
  close: frameWords.close,
  clearSearch: 'Clear search',
  nothingFound: 'No results',
  nothingFoundText: 'Check the spelling or try a shorter search.',
  up: 'up',
  down: 'down',
  gain: 'gain',
  loss: 'loss',
  actions: 'Actions',
  manual: 'Manual',
} as const;

/** What a state is called on screen. A state that is not listed reads Unknown. */
export const statusWords: Record<string, string> = {
  awaiting_payment: 'Awaiting Payment',
  expired: 'Expired',
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
  declined: 'Declined',
  waiting: 'Waiting',
  refused: 'Refused',
  awaiting_code: 'Awaiting code',
  cancelled: 'Cancelled',
  lapsed: 'Expired',
  returned: 'Returned',
  overdue: 'Overdue',
  active: 'Active',
  closed: 'Closed',
  profit: 'Profit',
  loss: 'Loss',
  even: 'Even',
  suspended: 'Blocked',
  Enabled: 'Enabled',
  Disabled: 'Disabled',
};
export const UNKNOWN_STATUS = 'Unknown';
