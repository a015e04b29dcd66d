import type { Me } from '@clearbook/contracts';
import { shellWords as words } from '@clearbook/contracts/words/shell';
import { KeyRound, LogOut } from 'lucide-react';
import { useId, useRef, useState, type KeyboardEvent, type ToggleEvent } from 'react';
import { Link } from 'react-router';
import { PersonPicture } from '../ui/person-picture.tsx';
import classes from './account-menu.module.css';
import { useLogout } from './use-logout.ts';

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
  const close = () => menu.current?.closest<HTMLElement>('[popover]')?.hidePopover();
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
        <PersonPicture name={me.fullname} src={me.picture} size={36} />
      </button>
      <div id={id} popover="auto" className={classes.popover} onToggle={onToggle}>
        <div className={classes.who}>
          <span className={classes.name} dir="auto">
            {me.fullname}
          </span>
          <span className={classes.mail}>{me.email}</span>
        </div>
        <div
          ref={menu}
          role="menu"
          aria-label={words.accountMenu(me.fullname)}
          className={classes.items}
          onKeyDown={(event) => moveFocus(event, close)}
        >
          <Link to="/change-password" role="menuitem" tabIndex={-1} className={classes.item} onClick={close}>
            <KeyRound size={16} aria-hidden />
            {words.nav.password}
          </Link>
          <button type="button" role="menuitem" tabIndex={-1} className={classes.item} onClick={logout}>
            <LogOut size={16} aria-hidden />
            {words.logout}
          </button>
        </div>
      </div>
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
