import { Loader } from '@mantine/core';
import { shellWords } from '@clearbook/contracts/words/shell';
import classes from './loading-screen.module.css';

/** Fills the screen while a part of the application is on its way. */
export function LoadingScreen() {
  return (
    <div className={classes.screen} role="status" aria-label={shellWords.loading}>
      <Loader size="md" />
    </div>
  );
}

/** The same inside the shell, whose frame stays. */
export function LoadingPage() {
  return (
    <div className={classes.page} role="status" aria-label={shellWords.loading}>
      <Loader size="sm" />
    </div>
  );
}
