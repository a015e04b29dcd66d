/** Two busy cores may take this long for what a person sees right away, in milliseconds. Every wait ends as soon as its condition holds. */
export const PATIENCE_MS = Number(process.env['PATIENCE_MS'] ?? 60_000);
