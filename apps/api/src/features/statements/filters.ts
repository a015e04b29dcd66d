export const DAY_MS = 86_400_000;

/** A pattern that finds what contains this text, whatever characters it has. */
export function contains(part: string): string {
  return `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

export function startOf(day: string, laterMs: number): Date {
  return new Date(new Date(`${day}T00:00:00.000Z`).getTime() + laterMs);
}
