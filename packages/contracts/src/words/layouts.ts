import type { ChartCount } from '../chart.ts';

/** Layouts of charts that a client keeps under a name. */
export const layoutWords = {
  layout: 'Layout',
  count: 'Number of charts',
  counts: { 1: '1 chart', 2: '2 charts', 4: '4 charts' } satisfies Record<ChartCount, string>,
  countHint: 'Each chart has its own asset, interval and indicators. The ticket follows the chart you click.',
  countTooMany: 'There’s no room for all of them. Make the chart area larger to see them.',
  label: 'Saved layouts',
  empty: 'No saved layouts yet. Save these charts under a name to come back to them on any device.',
  open: 'Open',
  openOf: (name: string) => `Open ${name}`,
  save: 'Save layout',
  name: 'Name',
  saved: 'Layout saved',
  rename: 'Rename',
  renameOf: (name: string) => `Rename ${name}`,
  renamed: 'Layout renamed',
  newName: 'New name',
  replace: 'Replace',
  replaceOf: (name: string) => `Replace ${name} with what’s on screen`,
  replaced: 'Layout replaced',
  remove: 'Delete',
  removeOf: (name: string) => `Delete ${name}`,
  removed: 'Layout deleted',
  cancel: 'Cancel',
  failed: 'Couldn’t change your layouts',
} as const;
