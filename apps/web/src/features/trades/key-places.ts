/** Where N, I and O lead: the ticket, the chart's interval, positions and orders. */
export const KEY_PLACES = { order: 'new-order', interval: 'chart-interval', book: 'positions-and-orders' } as const;
