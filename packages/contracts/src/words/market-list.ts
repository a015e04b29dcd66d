/** Words of the market list, of the line about an asset, and of how the list is sorted. */
export const marketListWords = {
  openList: (name: string) => `${name}: open the market list`,
  compact: 'Compact rows',
  sort: 'Sort',
  sorts: {
    listed: 'Listed',
    name: 'Name',
    gainers: 'Gainers',
    losers: 'Losers',
    movers: 'Movers',
    spread: 'Spread',
  },
} as const;
