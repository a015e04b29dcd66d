/** Words that this project no longer uses for something, with the one that it does: read by retired-words.test.ts. */
export type RetiredWord = {
  /** As words apart: `note loss` is also alert_loss, noteLoss and note-loss. */
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

export const RETIRED: readonly RetiredWord[] = [
  { word: 'errand', use: 'task of a client queue' },
  { word: 'instants', use: 'quote history', within: ['apps/api/src/features/watch/'] },
  { word: 'heard', use: 'onRowChanged, received, or what happened' },
  { word: 'news', use: 'updates, messages or notifications', except: ['README.md'] },
  { word: 'frame of', use: 'pricing context', within: ['apps/web/src/features/trades/'] },
  { word: 'reckon', use: 'calculate' },
  { word: 'aname', use: 'account name, outside the wire', except: WIRE },
];
