const DAY_MS = 86_400_000;

/** One working day (Monday to Friday, UTC) after a request: from then on it is overdue. A Friday's request is due on Monday at the same hour. */
export function dueAt(requestedAt: Date): Date {
  let due = new Date(requestedAt.getTime() + DAY_MS);
  while (due.getUTCDay() === 0 || due.getUTCDay() === 6) due = new Date(due.getTime() + DAY_MS);
  return due;
}

export function isOverdue(requestedAt: Date, now: Date): boolean {
  return now > dueAt(requestedAt);
}
