import type { Me } from '@clearbook/contracts';
import { shellWords as words } from '@clearbook/contracts/words/shell';
import { guestWords } from '@clearbook/contracts/words/guest';
import { KeyRound, LogOut, UserPlus } from 'lucide-react';
import { Suspense, useId, useRef, useState, type KeyboardEvent, type ToggleEvent } from 'react';
import { Link } from 'react-router';
import { later } from '../lib/part.ts';
import { PersonPicture } from '../ui/person-picture.tsx';
import classes from './account-menu.module.css';
import { useLogout } from './use-logout.ts';

const GuestLeaveDialog = later(() => import('./guest-leave-dialog.tsx'));

/**
 * The avatar and its menu. It is the browser's own popover: it closes on Escape and on a click elsewhere, and gives the focus back,
 * without a library for it on every page.
 */
export function AccountMenu({ me }: { me: Me }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const logout = useLogout();
  const [leaving, setLeaving] = useState<boolean | null>(null);
  const close = () => menu.current?.closest<HTMLElement>('[popover]')?.hidePopover();
  const leave = () => {
    if (me.guest === null) return logout();
    close();
    setLeaving(true);
  };
  const onToggle = (event: ToggleEvent<HTMLElement>) => {
    const opening = event.newState === 'open';
    setOpen(opening);
    if (!opening) return;
    event.currentTarget.style.top = `${(button.current?.getBoundingClientRect().bottom ?? 0) + 6}px`;
    itemsOf(menu.current)[0]?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes.avatar}
        aria-label={words.accountMenu(me.fullname)}
        aria-haspopup="menu"
        aria-expanded={open}
        popoverTarget={id}
      >
        <PersonPicture id={me.id} name={me.fullname} src={me.picture} size={36} />
      </button>
      <div id={id} popover="auto" className={classes.popover} onToggle={onToggle}>
        <div className={classes.who}>
          <span className={classes.name} dir="auto">
            {me.fullname}
          </span>
          <span className={classes.mail}>{me.guest === null ? me.email : guestWords.label}</span>
        </div>
        <div
          ref={menu}
          role="menu"
          aria-label={words.accountMenu(me.fullname)}
          className={classes.items}
          onKeyDown={(event) => moveFocus(event, close)}
        >
          {me.guest === null ? (
            <Link to="/change-password" role="menuitem" tabIndex={-1} className={classes.item} onClick={close}>
              <KeyRound size={16} aria-hidden />
              {words.nav.password}
            </Link>
          ) : (
            <Link to="/signup" role="menuitem" tabIndex={-1} className={classes.item} onClick={close}>
              <UserPlus size={16} aria-hidden />
              {guestWords.signUp}
            </Link>
          )}
          <button type="button" role="menuitem" tabIndex={-1} className={classes.item} onClick={leave}>
            <LogOut size={16} aria-hidden />
            {words.logout}
          </button>
        </div>
      </div>
      {leaving !== null && (
        <Suspense fallback={null}>
          <GuestLeaveDialog opened={leaving} onClose={() => setLeaving(false)} />
        </Suspense>
      )}
    </>
  );
}

function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
}

/** Arrows go round, Home and End go to the ends, Tab leaves. */
function moveFocus(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  const items = itemsOf(event.currentTarget);
  const at = items.findIndex((item) => item === document.activeElement);
  const to: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1 + items.length,
    Home: 0,
    End: items.length - 1,
  };
  if (event.key === 'Tab') close();
  const next = to[event.key];
  if (next === undefined) return;
  event.preventDefault();
  items[next % items.length]?.focus();
}
