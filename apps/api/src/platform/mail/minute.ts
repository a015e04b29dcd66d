/** A time as mails say it, beside the word UTC: `2026-10-07 18:56`. */
export function minute(time: Date): string {
  return time.toISOString().slice(0, 16).replace('T', ' ');
}
