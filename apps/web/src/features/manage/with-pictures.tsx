import type { ReactNode } from 'react';
import classes from './with-pictures.module.css';

type Props = { across: ReactNode; pictures: ReactNode; children: ReactNode };

/** What is on record, and beside it, where there is room, the pictures it is compared with. */
export function WithPictures({ across, pictures, children }: Props) {
  return (
    <div className={classes.room}>
      <div className={classes.columns}>
        {across === null ? null : <div className={classes.across}>{across}</div>}
        <div className={classes.column}>{children}</div>
        <div className={classes.column}>{pictures}</div>
      </div>
    </div>
  );
}
