import { Loader } from '@mantine/core';
import { frameWords } from '@clearbook/contracts/words/frame';
import { useFetching } from '../lib/part.ts';
import classes from './loading-screen.module.css';
import { NoConnection } from './no-connection.tsx';

/** Fills the screen while a part of the application is on its way. */
export function LoadingScreen() {
  if (useFetching() === 'unanswered') return <NoConnection />;
  return (
    <div className={classes.screen} role="status" aria-label={frameWords.loading}>
      <Loader size="md" />
    </div>
  );
}
