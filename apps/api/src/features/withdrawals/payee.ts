import type { SecondFactor } from '../sessions/index.ts';

/**
 * What the books store of a withdrawal's destination: enough to recognise it, but not to reveal it. Blanks
 * and, in an account number, dashes make no difference; anything else does, and only asks for a code once more.
 */
export function payeeOf(
  secondFactor: Pick<SecondFactor, 'standIn'>,
  clientId: string,
  method: string,
  destination: Readonly<Record<string, string>>,
): string {
  const fields = Object.entries(destination)
    .map(([name, value]) => [
      name,
      name === 'accountNumber' ? value.replaceAll(/[\s-]/g, '') : value.replaceAll(/\s+/g, ' ').trim(),
    ])
    .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1));
  return secondFactor.standIn(`payee:${clientId}:${method}:${JSON.stringify(fields)}`);
}
