import { positionWords as words } from '@clearbook/contracts/words/orders';
import { useQuery } from '@tanstack/react-query';
import { formatDate, formatMoney } from '../../../lib/format.ts';
import { tradingQueries } from '../trading-queries.ts';
import classes from './positions.module.css';

const SHOWN = 3;

/** Dividends that are announced for what the client holds, the soonest first, with what each would bring or cost. */
export function DividendsAhead() {
  const { data } = useQuery(tradingQueries.corporateActions());
  const held = data?.data.flatMap((action) =>
    action.expected === null ? [] : [{ ...action, expected: action.expected }],
  );
  if (held === undefined || held.length === 0) return null;
  return (
    <ul className={classes.ahead}>
      {held.slice(0, SHOWN).map(({ id, symbol, rate, ex_date, expected }) => (
        <li key={id}>
          {words.dividendAhead(symbol, rate, formatDate(ex_date))}{' '}
          {expected.amount.startsWith('-')
            ? words.dividendPays(formatMoney({ ...expected, amount: expected.amount.slice(1) }))
            : words.dividendReceives(formatMoney(expected))}
        </li>
      ))}
      {held.length > SHOWN && <li>{words.dividendMore(held.length - SHOWN)}</li>}
    </ul>
  );
}
