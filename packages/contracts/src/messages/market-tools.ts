/* What is laid beside a price: alerts, charts, the journal. */

export const alerts = {
  kindRequired: 'Choose what should happen',
  priceRequired: 'Enter a price',
  priceFormat: 'Enter a price with digits and one point, such as 1.0875',
  percentRequired: 'Enter a change in percent',
  percentFormat: 'Enter a percentage with up to two decimals, such as 2.5',
  percentRange: (least: string, most: string) => `Enter a change from ${least}% to ${most}%`,
  priceNotTaken: 'An alert on a change takes a percentage. Leave the price out',
  percentNotTaken: 'An alert on a level takes a price. Leave the percentage out',
  endRequired: 'A repeating alert needs an end date',
  endPast: 'The end is in the past',
  endFar: (days: number) => `An alert can last up to ${days} days`,
  already: (price: string) => `The price is already there: it’s ${price} now`,
  outOfRange: 'No price can move that far. Enter a smaller change',
  tooMany: (most: number) => `You have ${most} active alerts, which is the most. Remove one first.`,
  unpriced: 'There’s no price for this asset right now, so we can’t set the alert. Nothing was saved.',
  notFound: 'This alert no longer exists.',
  failed: (reason: string) => `We couldn’t save the alert. ${reason}`,
} as const;

export const chart = {
  interval: 'Choose one of the chart’s intervals',
  style: 'Choose a chart type',
  count: 'You can show 1, 2 or 4 charts',
  active: 'Choose one of the charts',
  layoutNameRequired: 'Give the layout a name',
  layoutNameTaken: 'Another of your layouts has that name. Choose another name.',
  layoutsFull: (most: number) => `You have ${most} layouts, which is the most. Delete one first.`,
  layoutNotFound: 'This layout no longer exists',
  charts: 'A layout has as many charts as it shows, and at most 4',
  indicators: 'You can add up to 10 indicators. Remove one first.',
  compare: 'You can compare up to 3 assets. Remove one first.',
  comparedTwice: 'Each asset can be compared once',
  drawings: 'You can add up to 100 drawings. Remove one first.',
  settings: 'An indicator has fewer settings than that',
  key: 'A drawing and an indicator need a short name of letters and digits',
  price: 'Enter a price with digits and one point, such as 1.0875',
  noteRequired: 'Write what the note should say',
} as const;

export const journal = {
  noteRequired: 'Write a note, or leave it out',
  tagRequired: 'A tag can’t be empty',
  tagsMost: (most: number) => `At most ${most} tags`,
  tagsTwice: 'Each tag only once',
  hour: 'Enter an hour from 0 to 23',
  year: 'Enter a year such as 2026',
  saved: 'Journal saved.',
} as const;
