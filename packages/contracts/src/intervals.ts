/** What charts and `GET /bars` know, shortest first: 1M is a calendar month, 1m a minute. */
export const INTERVALS = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w', '1M'] as const;
export type Interval = (typeof INTERVALS)[number];
