import { Button } from '@mantine/core';
import clsx from 'clsx';
import { CloudOff } from 'lucide-react';
import { problemText } from '../lib/problem.ts';
import { uiWords } from '@clearbook/contracts/words/ui';
import classes from './states.module.css';

/** Says what could not be read and lets the person try again. */
export function ErrorState({
  error,
  onRetry,
  title = uiWords.loadFailed,
}: {
  error: unknown;
  onRetry?: (() => void) | undefined;
  title?: string;
}) {
  return (
    <div className={classes.state} role="alert">
      <span aria-hidden className={clsx(classes.icon, classes.failed)}>
        <CloudOff size={20} />
      </span>
      <p className={classes.title}>{title}</p>
      <p className={classes.text}>{problemText(error)}</p>
      {onRetry !== undefined && (
        <Button variant="default" onClick={onRetry}>
          {uiWords.retry}
        </Button>
      )}
    </div>
  );
}
