import { ActionIcon, Drawer } from '@mantine/core';
import type { Me } from '@clearbook/contracts';
import { shellWords as words } from '@clearbook/contracts/words/shell';
import { Menu as MenuIcon } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { useSiteName } from '../lib/title.ts';
import { ModeBanner, OperatorFooter } from '../ui/mode-banner.tsx';
import { ThemeToggle } from '../ui/theme-toggle.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Navigation } from './navigation.tsx';
import classes from './shell.module.css';
import { useLogo } from './site-settings.tsx';
import { useConnectionLost } from './use-realtime.ts';

/** The frame of every signed-in page. */
export function Shell({ me, children }: { me: Me; children: ReactNode }) {
  const [navigationOpen, setNavigationOpen] = useState(false);
  const siteName = useSiteName();
  const logo = useLogo();
  const lost = useConnectionLost();
  const main = useFocusOnNewPage();
  const close = () => setNavigationOpen(false);
  return (
    <div className={classes.shell}>
      <a href="#main" className={classes.skip}>
        {words.skip}
      </a>
      <ModeBanner />
      {lost && (
        <div className={classes.lost} role="status">
          {words.reconnecting}
        </div>
      )}
      <header className={classes.header}>
        <ActionIcon
          className={classes.burger ?? ''}
          variant="subtle"
          color="gray"
          c="var(--mantine-color-text)"
          size={40}
          aria-label={words.openNavigation}
          onClick={() => setNavigationOpen(true)}
        >
          <MenuIcon size={20} aria-hidden />
        </ActionIcon>
        <Link to="/dashboard" className={classes.brand}>
          <img src={logo} alt="" width={28} height={28} className={classes.logo} />
          <span className={classes.siteName}>{siteName}</span>
        </Link>
        <div className={classes.right}>
          <ThemeToggle />
          <AccountMenu me={me} />
        </div>
      </header>
      <div className={classes.columns}>
        <aside className={classes.side}>
          <Navigation me={me} />
        </aside>
        <div className={classes.content}>
          <main id="main" ref={main} tabIndex={-1} className={classes.main}>
            {children}
          </main>
          <OperatorFooter />
        </div>
      </div>
      <Drawer
        opened={navigationOpen}
        onClose={close}
        size={280}
        title={siteName}
        closeButtonProps={{ 'aria-label': words.closeNavigation }}
      >
        <Navigation me={me} onNavigate={close} />
      </Drawer>
    </div>
  );
}

/** A new page starts at its top with the keyboard inside it, as a full page load would. */
function useFocusOnNewPage() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    globalThis.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
