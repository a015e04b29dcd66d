/** An instant as a field of type datetime-local holds it: the reader's own clock, to the minute below. */
export function toLocalField(time: Date): string {
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** What stands in such a field, in UTC; empty where it is no moment that can be named. */
export function fromLocalField(text: string): string {
  const time = new Date(text);
  return text === '' || Number.isNaN(time.getTime()) ? '' : time.toISOString();
}
