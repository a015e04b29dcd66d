import { Paper } from '@mantine/core';
import { frameWords } from '@clearbook/contracts/words/frame';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useLogo } from '../../app/site-settings.tsx';
import { useSiteName, useTitle } from '../../lib/title.ts';
import { Announcements, ModeBanner, OperatorFooter, StopBanner } from '../../ui/mode-banner.tsx';
import { ThemeToggle } from '../../ui/theme-toggle.tsx';
import classes from './public-frame.module.css';

/** The frame of the pages that need no sign-in: logo, one heading, one form. */
export function PublicFrame({
  heading,
  title,
  text,
  children,
  footer,
  wide = false,
}: {
  heading: string;
  title: string;
  text?: string;
  children: ReactNode;
  footer?: ReactNode;
  /** For a page to read, not a form to fill in. */
  wide?: boolean;
}) {
  const siteName = useSiteName();
  const logo = useLogo();
  useTitle(title);
  return (
    <div className={classes.frame}>
      <a href="#main" className={classes.skip}>
        {frameWords.skip}
      </a>
      <ModeBanner />
      <StopBanner />
      <Announcements signedIn={false} />
      <header className={classes.top}>
        <Link to="/" className={classes.brand}>
          <img src={logo} alt="" width={32} height={32} className={classes.logo} />
          <span>{siteName}</span>
        </Link>
        <ThemeToggle />
      </header>
      <main id="main" tabIndex={-1} className={classes.main}>
        <Paper className={wide ? classes.sheet : classes.card} withBorder radius="lg">
          <h1 className={classes.heading}>{heading}</h1>
          {text !== undefined && <p className={classes.text}>{text}</p>}
          {children}
        </Paper>
        {footer !== undefined && <div className={classes.below}>{footer}</div>}
      </main>
      <nav className={classes.about} aria-label={frameWords.about}>
        <Link to="/transparency">{frameWords.transparency}</Link>
      </nav>
      <OperatorFooter />
    </div>
  );
}
