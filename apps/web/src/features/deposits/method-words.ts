import { LOAN_METHOD } from '@clearbook/contracts/funding';
import { depositWords as words } from '@clearbook/contracts/words/deposits';

type Coin = keyof typeof words.method.coins;

/** A stored method as a person reads it. Methods of other kinds (a loan) and unknown ones are shown as they are. */
export function methodLabel(method: string): string {
  if (isCoin(method)) return words.method.labels[method];
  return method === LOAN_METHOD ? words.history.loan : method;
}

export function coinName(method: string): string {
  return isCoin(method) ? words.method.coins[method] : method;
}

export function networkNote(method: string): string {
  return isCoin(method) ? words.pay.network[method] : '';
}

function isCoin(method: string): method is Coin {
  return Object.hasOwn(words.method.coins, method);
}
