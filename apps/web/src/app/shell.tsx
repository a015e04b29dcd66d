import { ActionIcon } from '@mantine/core';
import type { Me } from '@clearbook/contracts';
import { paletteWords } from '@clearbook/contracts/words/palette';
import { shellWords as words } from '@clearbook/contracts/words/shell';
import { Menu as MenuIcon, Search } from 'lucide-react';
import { type CSSProperties, Suspense, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { later } from '../lib/part.ts';
import { NotificationBell } from '../features/notifications/index.ts';
import { store, stored } from '../lib/stored.ts';
import { useHeight } from '../lib/use-height.ts';
import { useSiteName } from '../lib/title.ts';
import { Announcements, ModeBanner, OperatorFooter, StopBanner } from '../ui/mode-banner.tsx';
import { ThemeToggle } from '../ui/theme-toggle.tsx';
import { useTheme } from '../ui/use-theme.ts';
import { AccountMenu } from './account-menu.tsx';
import { GuestBanner } from './guest-banner.tsx';
import { Navigation, PhoneBar } from './navigation.tsx';
import { useOnline } from './no-connection.tsx';
import classes from './shell.module.css';
import { useShortcuts, type Single } from './shortcuts.ts';
import { useLogo } from './site-settings.tsx';
import { STORED } from './storage-names.ts';
import { useConnectionLost } from './use-realtime.ts';

const NavigationDrawer = later(() => import('./navigation-drawer.tsx'));
const Palette = later(() => import('./palette.tsx'));
const ShortcutsDialog = later(() => import('./shortcuts-dialog.tsx'));

/** Pages whose work takes the whole window: the navigation keeps its pictures, and the words are said and shown on a pointer. */
const FULL: ReadonlySet<string> = new Set(['/trades']);

/** The frame of every signed-in page. */
export function Shell({ me, children }: { me: Me; children: ReactNode }) {
  const drawer = useDrawer();
  const siteName = useSiteName();
  const logo = useLogo();
  const lost = useConnectionLost();
  const online = useOnline();
  const main = useFocusOnNewPage();
  const over = useOverlays(me);
  const [above, height] = useHeight<HTMLDivElement>();
  const full = FULL.has(useLocation().pathname);
  return (
    <div className={classes.shell} data-full={full || undefined} style={{ '--above': `${height}px` } as CSSProperties}>
      <a href="#main" className={classes.skip}>
        {words.skip}
      </a>
      <ModeBanner />
      <div ref={above}>
        <StopBanner />
        <Announcements signedIn />
        {me.guest !== null && <GuestBanner until={me.guest.until} />}
        {lost && (
          <div className={classes.lost} role="status">
            {online ? words.reconnecting : words.reconnectingOffline}
          </div>
        )}
      </div>
      <header className={classes.header}>
        <ActionIcon
          className={classes.burger ?? ''}
          variant="subtle"
          color="gray"
          c="var(--text)"
          size={40}
          aria-label={words.openNavigation}
          onClick={drawer.open}
        >
          <MenuIcon size={20} aria-hidden />
        </ActionIcon>
        <Link to="/dashboard" className={classes.brand}>
          <img src={logo} alt="" width={28} height={28} className={classes.logo} />
          <span className={classes.siteName}>{siteName}</span>
        </Link>
        <div className={classes.right}>
          <button type="button" className={classes.search} aria-haspopup="dialog" onClick={over.openPalette}>
            <Search size={16} aria-hidden />
            <span className={classes.searchWord}>{paletteWords.open}</span>
            <kbd className={classes.kbd} aria-hidden>
              {/mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'}
            </kbd>
          </button>
          <NotificationBell />
          <ThemeToggle />
          <AccountMenu me={me} />
        </div>
      </header>
      <div className={classes.columns}>
        <aside className={classes.side}>
          <Navigation me={me} narrow={full} />
        </aside>
        <div className={classes.content}>
          <main id="main" ref={main} tabIndex={-1} className={classes.main}>
            {children}
          </main>
          <OperatorFooter />
        </div>
      </div>
      <PhoneBar me={me} open={drawer.opened} onMenu={drawer.open} />
      {drawer.wanted && (
        <Suspense fallback={null}>
          <NavigationDrawer me={me} opened={drawer.opened} onClose={drawer.close} />
        </Suspense>
      )}
      {over.shown}
    </div>
  );
}

/** Fetched when first asked for, and kept, so that it slides out again as it came. */
function useDrawer() {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never');
  return {
    wanted: state !== 'never',
    opened: state === 'open',
    open: () => setState('open'),
    close: () => setState('closed'),
  };
}

/** The palette and the list of shortcuts: fetched when first asked for, and kept. */
function useOverlays(me: Me) {
  const [asked, setAsked] = useState(0);
  const [help, setHelp] = useState<'never' | 'open' | 'closed'>('never');
  const { toggle } = useTheme();
  const openPalette = () => setAsked((times) => times + 1);
  const openHelp = () => setHelp('open');
  useShortcuts(me, openPalette, (what: Single) => {
    if (what === 'help') openHelp();
    else if (what === 'theme') toggle();
    else store(STORED.visible, stored(STORED.visible) === 'false' ? 'true' : 'false');
  });
  const shown = (
    <Suspense fallback={null}>
      {asked > 0 && <Palette me={me} asked={asked} onShortcuts={openHelp} />}
      {help !== 'never' && <ShortcutsDialog me={me} opened={help === 'open'} onClose={() => setHelp('closed')} />}
    </Suspense>
  );
  return { openPalette, shown };
}

/** A new page starts at its top with the keyboard inside it, as a full page load would. Before it is painted: a Tab pressed at once starts there too. */
function useFocusOnNewPage() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    globalThis.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
