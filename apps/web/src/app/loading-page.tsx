import { Loader } from '@mantine/core';
import { shellWords } from '@clearbook/contracts/words/shell';
import classes from './loading-screen.module.css';
import { NoConnection } from './no-connection.tsx';
import { useCannotCome } from './use-cannot-come.ts';

/** A page on its way, inside the shell, whose frame stays. */
export function LoadingPage() {
  if (useCannotCome()) return <NoConnection />;
  return (
    <div className={classes.page} role="status" aria-label={shellWords.loading}>
      <Loader size="sm" />
    </div>
  );
}
