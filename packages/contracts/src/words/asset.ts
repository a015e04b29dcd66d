/** Words about one asset: its range, its hours ahead and what its reader has made of it. */
export const assetWords = {
  range: '52-week range',
  rangeSince: (day: string) => `Range since ${day}`,
  rangeNow: (percent: number) => `The price is ${percent}% of the way from low to high.`,
  sessions: 'Trading hours, next 7 days (UTC)',
  closed: 'Closed',
  allDay: 'All day',
  from: (start: string, end: string) => `${start}–${end}`,
  own: (name: string) => `Your trades in ${name}`,
  ownNone: 'No closed trades yet',
  ownClosed: 'Closed trades',
  ownNewest: 'Newest closed trades',
  ownWon: 'Winning trades',
  ownResult: 'Realised P/L before financing',
  ownTrade: (side: string, lots: string, day: string) => `${side} ${lots}, ${day}`,
  performance: (name: string) => `Performance in ${name}`,
} as const;
