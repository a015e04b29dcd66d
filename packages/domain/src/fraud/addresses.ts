/** What people compare of a long address. */
const ENDS = 4;
const LEAST = 20;
/** What every address of a kind begins with. */
const PREFIX = /^(?:0x|bc1[qp]|t)/;

/** Whether somebody who compares the ends of two addresses would take one for the other. */
export function lookAlike(one: string, other: string): boolean {
  const [a, b] = [one.trim().toLowerCase(), other.trim().toLowerCase()];
  if (a === b || a.length < LEAST || b.length < LEAST) return false;
  const head = (text: string) => text.replace(PREFIX, '').slice(0, ENDS);
  return head(a) === head(b) && a.slice(-ENDS) === b.slice(-ENDS);
}
