import { guestWords as words } from '@clearbook/contracts/words/guest';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { formatLong } from '../lib/format.ts';
import { useSiteName } from '../lib/title.ts';
import classes from '../ui/mode-banner.module.css';

const MINUTE_MS = 60_000;

/** Slim, on every page of a guest: until when, and the way to keep it all. */
export function GuestBanner({ until }: { until: string }) {
  const siteName = useSiteName();
  const [left, setLeft] = useState(() => secondsUntil(until));
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsUntil(until)), MINUTE_MS);
    return () => clearInterval(timer);
  }, [until]);
  return (
    <section className={classes.guest} aria-label={words.label}>
      <span className={classes.full}>{words.banner(siteName, formatLong(left))}</span>
      <span className={classes.short}>{words.bannerShort(formatLong(left))}</span>
      <Link to="/signup">{words.signUp}</Link>
    </section>
  );
}

/** In whole minutes: nothing here counts down second by second. */
function secondsUntil(until: string): number {
  return Math.max(1, Math.floor((Date.parse(until) - Date.now()) / MINUTE_MS)) * 60;
}
