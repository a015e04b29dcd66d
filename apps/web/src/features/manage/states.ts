import { statusWords } from '@clearbook/contracts/words/ui';

/** States of a filter with the words that the table shows for them. */
export function pick(...names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, statusWords[name] ?? name]));
}
