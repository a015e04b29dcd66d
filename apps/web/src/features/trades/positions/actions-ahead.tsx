import type { CorporateAction } from '@clearbook/contracts/market';
import { positionWords as words } from '@clearbook/contracts/words/orders';
import { useQuery } from '@tanstack/react-query';
import { formatDate, formatLots, formatMoney } from '../../../lib/format.ts';
import { tradingQueries } from '../trading-queries.ts';
import classes from './positions.module.css';

const SHOWN = 3;

/** Dividends and splits that are announced for what the client holds, the soonest first, with what each would bring, cost or change. */
export function ActionsAhead() {
  const { data } = useQuery(tradingQueries.corporateActions());
  const ahead = data?.data.flatMap((action) => {
    const text = textOf(action);
    return text === undefined ? [] : [{ id: action.id, text }];
  });
  if (ahead === undefined || ahead.length === 0) return null;
  return (
    <ul className={classes.ahead}>
      {ahead.slice(0, SHOWN).map(({ id, text }) => (
        <li key={id}>{text}</li>
      ))}
      {ahead.length > SHOWN && <li>{words.actionsMore(ahead.length - SHOWN)}</li>}
    </ul>
  );
}

/** Nothing where the client holds none of it. */
function textOf(action: CorporateAction): string | undefined {
  const { symbol, rate, new_rate, old_rate, expected, lots_before, lots } = action;
  const day = formatDate(action.ex_date);
  if (rate !== null && expected !== null) {
    const sum = expected.amount.startsWith('-')
      ? words.dividendPays(formatMoney({ ...expected, amount: expected.amount.slice(1) }))
      : words.dividendReceives(formatMoney(expected));
    return `${words.dividendAhead(symbol, rate, day)} ${sum}`;
  }
  if (lots_before === null || lots === null) return undefined;
  const becomes = words.splitLots(formatLots(lots_before), formatLots(lots));
  return `${words.splitAhead(symbol, `${new_rate}-for-${old_rate}`, day)} ${becomes}`;
}
