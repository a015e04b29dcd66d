/** A name for what lies on a chart; nobody else ever uses it. */
export function newKey(): string {
  return crypto.randomUUID().replaceAll('-', '').slice(0, 12);
}
