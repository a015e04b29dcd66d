/** The same moment so many months later, or earlier where they are negative, in UTC: on a shorter month's last day where that month has no such day. */
export function monthsAfter(at: Date, months: number): Date {
  const then = new Date(at);
  then.setUTCMonth(then.getUTCMonth() + months);
  // It went on into the month after: back to the last day before that.
  if (then.getUTCDate() !== at.getUTCDate()) then.setUTCDate(0);
  return then;
}

/** Whole months from one UTC day to another: one is over on the day on which it is a month later. */
export function wholeMonths(from: Date, to: Date): number {
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  return Math.max(0, to.getUTCDate() < monthsAfter(from, months).getUTCDate() ? months - 1 : months);
}
