import type { Me } from '@clearbook/contracts';
import { shellWords } from '@clearbook/contracts/words/shell';
import { useId } from 'react';
import { NavLink } from 'react-router';
import { placesFor, type PlaceGroup } from './places.ts';
import classes from './shell.module.css';

/** The side navigation, and the same inside the phone's drawer. */
export function Navigation({ me, onNavigate }: { me: Me; onNavigate?: () => void }) {
  return (
    <nav aria-label={shellWords.mainNavigation} className={classes.nav}>
      {placesFor(me).map((group) => (
        <Group key={group.title ?? ''} {...group} onNavigate={onNavigate} />
      ))}
    </nav>
  );
}

function Group({ title, places, onNavigate }: PlaceGroup & { onNavigate?: (() => void) | undefined }) {
  const id = useId();
  return (
    <div className={classes.group}>
      {title !== null && (
        <p id={id} className={classes.groupTitle}>
          {title}
        </p>
      )}
      <ul className={classes.items} aria-labelledby={title === null ? undefined : id}>
        {places.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <NavLink to={to} className={classes.item ?? ''} onClick={onNavigate}>
              <Icon size={18} aria-hidden />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
