import { Button } from '@mantine/core';
import clsx from 'clsx';
import { CloudOff, SearchX } from 'lucide-react';
import { ApiProblem, problemText } from '../lib/problem.ts';
import { uiWords } from '@clearbook/contracts/words/ui';
import classes from './states.module.css';

/** Says what could not be read and lets the person try again. What doesn't exist is not asked for again. */
export function ErrorState({
  error,
  onRetry,
  title = uiWords.loadFailed,
}: {
  error: unknown;
  onRetry?: (() => void) | undefined;
  title?: string;
}) {
  // A route that is not there is another version of the server, and may be there in a moment.
  const missing = error instanceof ApiProblem && error.status === 404 && error.code !== 'request.not_found';
  /** It would be refused again. */
  const refused = error instanceof ApiProblem && (error.status === 400 || error.status === 422);
  const Icon = missing || refused ? SearchX : CloudOff;
  return (
    <div className={classes.state} role="alert">
      <span aria-hidden className={clsx(classes.icon, classes.failed)}>
        <Icon size={20} />
      </span>
      <p className={classes.title}>{missing || refused ? problemText(error) : title}</p>
      {!refused && <p className={classes.text}>{missing ? uiWords.missingText : problemText(error)}</p>}
      {onRetry !== undefined && !missing && !refused && (
        <Button variant="default" onClick={onRetry}>
          {uiWords.retry}
        </Button>
      )}
    </div>
  );
}
