/** An instant as a field of type datetime-local holds it, to the minute below: in UTC, as all times on the screens are. */
export function toUtcField(time: Date): string {
  return time.toISOString().slice(0, 16);
}

/** What stands in such a field, as an instant; empty where it is no moment that can be named. */
export function fromUtcField(text: string): string {
  const time = new Date(`${text}Z`);
  return text === '' || Number.isNaN(time.getTime()) ? '' : time.toISOString();
}
