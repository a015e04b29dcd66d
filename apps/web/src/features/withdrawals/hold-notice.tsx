import { holdWords } from '@clearbook/contracts/words/holds';
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import classes from './withdrawals.module.css';

const { grounds, notice: words } = holdWords;

/** While a hold runs: why, until when, what works all the same, and where to complain. Shows nothing where none runs or while it is not known. */
export function HoldNotice() {
  const { data } = useQuery(queries.holds());
  const [last] = data?.data ?? [];
  if (data === undefined || last === undefined) return null;
  return (
    <Alert color="ink" mb="md" role="status" title={words.title(formatDateTime(last.ends_at))}>
      <ul className={classes.holds}>
        {data.data.map((hold) => (
          <li key={hold.id}>
            <strong>{grounds[hold.code].title}.</strong> {grounds[hold.code].why}{' '}
            <span className={classes.typed}>
              {data.data.length === 1
                ? words.reference(hold.reference)
                : words.until(hold.reference, formatDateTime(hold.ends_at))}
            </span>
          </li>
        ))}
      </ul>
      <p className={classes.holdText}>{words.still}</p>
      <p className={classes.holdText}>
        {data.complaints_email === null ? (
          words.demo
        ) : (
          <>
            {words.complain} <a href={`mailto:${data.complaints_email}`}>{data.complaints_email}</a> {words.name}
          </>
        )}
      </p>
    </Alert>
  );
}
