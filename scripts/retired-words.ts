/** Words that this project no longer uses for something, with the one that it does: read by retired-words.test.ts. */
export type RetiredWord = {
  /** As words apart: `trading floor` is also trading_floor, tradingFloor and trading-floor. */
  readonly word: string;
  readonly use: string;
  /** Where it is retired, as the beginning of paths; left out: everywhere. Elsewhere it may mean what it means in any text. */
  readonly within?: readonly string[];
  /** Paths that begin so say it in its plain sense. */
  readonly except?: readonly string[];
};

/** The specification's names: contracts declare them, and whoever speaks the wire. */
const WIRE = [
  'packages/contracts/',
  'apps/web/',
  'e2e/',
  'docs/spec/conformance.md',
  'docs/spec/funding.md',
  'apps/api/test/',
  'apps/api/src/features/',
];

/** Where people are told what happened, and open pages what to read again. */
const TOLD = [
  'packages/domain/src/modules/',
  'packages/domain/src/ledger/',
  'apps/api/sql/',
  'apps/api/src/ledger/',
  'apps/api/src/platform/mail/',
  'apps/api/src/platform/realtime/',
  'apps/api/src/features/notifications/',
  'sim/oracle.ts',
];
const RE_READ = [
  'apps/api/sql/kernel/',
  'apps/api/src/ledger/commit-batch.ts',
  'apps/api/src/platform/realtime/',
  'apps/api/src/features/watch/',
  'docs/spec/realtime.md',
];

/** Where one person proposes a command to another; the wire calls it `act`. */
const PROPOSED = [
  'packages/domain/src/modules/site/',
  'packages/domain/src/modules/holds/',
  'packages/domain/src/modules/releases/',
  'apps/api/src/features/books/',
  'apps/api/src/features/holds/',
  'apps/api/sql/modules/',
  'apps/api/sql/generated/',
  'sim/staff.ts',
];

export const RETIRED: readonly RetiredWord[] = [
  { word: 'door', use: 'ledger function, commit function, or boundary between folders' },
  { word: 'knock', use: 'tryCommit, in tests that call the commit function' },
  { word: 'noun', use: 'module, or feature' },
  { word: 'sighting', use: 'trigger candidate' },
  { word: 'lane', use: 'price column', within: ['packages/domain/src/modules/', 'apps/api/src/features/watch/'] },
  { word: 'lane', use: 'batch worker', within: ['apps/api/src/ledger/'] },
  { word: 'errand', use: 'task of a client queue' },
  { word: 'instants', use: 'quote history', within: ['apps/api/src/features/watch/', 'packages/domain/src/modules/'] },
  { word: 'heard', use: 'onRowChanged, received, or what happened' },
  { word: 'twin', use: 'reference ledger' },
  { word: 'wish', use: 'order draft, or request' },
  { word: 'news', use: 'updates, messages or notifications', except: ['README.md'] },
  { word: 'reckon', use: 'calculate, value or settle' },
  { word: 'letter', use: 'notification', within: TOLD },
  { word: 'notices', use: 'invalidates, or invalidations', within: TOLD },
  { word: 'mail draft', use: 'notification draft' },
  { word: 'announce', use: 'invalidate', within: RE_READ },
  { word: 'announcement', use: 'invalidation', within: RE_READ },
  { word: 'change log', use: 'invalidation log' },
  { word: 'act', use: 'proposed command', within: PROPOSED },
  { word: 'proposal acts', use: 'proposed commands' },
  { word: 'stored act', use: 'stored command' },
  { word: 'note loss', use: 'alert_loss' },
  { word: 'note peak', use: 'record_trailing_peak' },
  { word: 'steer', use: 'amend, cancel or set, as set_copy_status', except: WIRE },
  { word: 'weigh loan', use: 'check_borrower_margin' },
  { word: 'decide loan', use: 'review_loan' },
  { word: 'close asked', use: 'pending close; the command is fill_pending_close' },
  { word: 'minibalance', use: 'minimum balance, outside the wire', except: WIRE },
  { word: 'aname', use: 'account name, outside the wire', except: WIRE },
];
