import type { Me } from '@clearbook/contracts';
import { shellWords } from '@clearbook/contracts/words/shell';
import { Menu } from 'lucide-react';
import { useId } from 'react';
import { Link, useLocation } from 'react-router';
import { isAt, phonePlacesFor, placesFor, type Place, type PlaceGroup } from './places.ts';
import classes from './shell.module.css';

type NavigationProps = {
  me: Me;
  /** Pictures alone: the names are said, and show under a pointer. */
  narrow?: boolean;
  onNavigate?: () => void;
};

/** The side navigation, and the same inside the phone's drawer. */
export function Navigation({ me, narrow = false, onNavigate }: NavigationProps) {
  return (
    <nav aria-label={shellWords.mainNavigation} className={classes.nav}>
      {placesFor(me).map((group) => (
        <Group key={group.title ?? ''} {...group} narrow={narrow} onNavigate={onNavigate} />
      ))}
    </nav>
  );
}

type GroupProps = PlaceGroup & { narrow: boolean; onNavigate?: (() => void) | undefined };

function Group({ title, places, narrow, onNavigate }: GroupProps) {
  const id = useId();
  return (
    <div className={classes.group}>
      {title !== null && (
        <p id={id} className={classes.groupTitle}>
          {title}
        </p>
      )}
      <ul className={classes.items} aria-labelledby={title === null ? undefined : id}>
        {places.map((place) => (
          <li key={place.to}>
            <PlaceLink place={place} className={classes.item} narrow={narrow} onNavigate={onNavigate} />
          </li>
        ))}
      </ul>
    </div>
  );
}

type LinkProps = {
  place: Place;
  className: string | undefined;
  narrow?: boolean;
  onNavigate?: (() => void) | undefined;
};

function PlaceLink({ place, className, narrow = false, onNavigate }: LinkProps) {
  const { pathname } = useLocation();
  const { to, label, icon: Icon } = place;
  return (
    <Link
      to={to}
      className={className}
      title={narrow ? label : undefined}
      aria-current={to === pathname ? 'page' : isAt(place, pathname) || undefined}
      onClick={onNavigate}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <span className={classes.label}>{label}</span>
    </Link>
  );
}

/** One thumb's reach on a phone: the four places that are needed most, and the way to the others. */
export function PhoneBar({ me, open, onMenu }: { me: Me; open: boolean; onMenu: () => void }) {
  return (
    <nav aria-label={shellWords.phoneNavigation} className={classes.phoneBar}>
      {phonePlacesFor(me).map((place) => (
        <PlaceLink key={place.to} place={place} className={classes.phoneItem} />
      ))}
      <button type="button" className={classes.phoneItem} aria-haspopup="dialog" aria-expanded={open} onClick={onMenu}>
        <Menu size={18} strokeWidth={1.75} aria-hidden />
        <span className={classes.label}>{shellWords.menu}</span>
      </button>
    </nav>
  );
}
