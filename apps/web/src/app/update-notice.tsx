import { shellWords as words } from '@clearbook/contracts/words/shell';
import { Button } from '@mantine/core';
import { useState } from 'react';
import classes from './update-notice.module.css';
import { reloadUpdated } from './worker.ts';

/** Beside the page, never over a form: a newer build is there, and comes when the person wants it. */
export default function UpdateNotice() {
  const [later, setLater] = useState(false);
  if (later) return null;
  return (
    <div className={classes.notice} role="status">
      <p className={classes.text}>{words.updateReady}</p>
      <Button size="compact-sm" onClick={reloadUpdated}>
        {words.reload}
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={() => setLater(true)}>
        {words.updateLater}
      </Button>
    </div>
  );
}
