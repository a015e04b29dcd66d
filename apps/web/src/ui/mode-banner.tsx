import { firstMessages as messages } from '@clearbook/contracts/first-messages';
import { frameWords } from '@clearbook/contracts/words/frame';
import { useQuery } from '@tanstack/react-query';
import { firstQueries as queries } from '../lib/first-queries.ts';
import type { PublicSettings } from '@clearbook/contracts';
import classes from './mode-banner.module.css';

/** Slim, on every page: says that the money is paper and where prices come from. Its place is kept while the mode is not known yet. */
export function ModeBanner() {
  const { data, isPending } = useQuery(queries.publicSettings());
  if (isPending) return <div className={classes.banner} aria-hidden />;
  if (data === undefined || (data.mode === 'live' && data.market_label === null)) return null;
  return (
    <section className={classes.banner} aria-label={frameWords.notice}>
      {data.mode === 'demo' && (
        <>
          <span className={classes.full}>{messages.account.demoBanner}</span>
          <span className={classes.short}>{messages.account.demoBannerShort}</span>
        </>
      )}
      {data.market_label !== null && <span className={classes.label}>{data.market_label}</span>}
    </section>
  );
}

/** On every page: what is stopped for everybody right now, in the operator's own words. */
export function StopBanner() {
  const { data } = useQuery(queries.publicSettings());
  if (data === undefined || data.stopped.length === 0) return null;
  return (
    <section className={classes.stopped} aria-label={frameWords.stopped} role="status">
      {data.stopped.map(({ name, banner }) => (
        <p key={name}>{banner}</p>
      ))}
    </section>
  );
}

/** On every page: what two people announced, and what can’t be opened right now. */
export function Announcements({ signedIn }: { signedIn: boolean }) {
  const { data } = useQuery(queries.publicSettings());
  const notices = data?.notices.filter(({ audience }) => signedIn || audience === 'everyone') ?? [];
  if (notices.length === 0) return null;
  return (
    <section className={classes.notices} aria-label={frameWords.announcements} role="status">
      {notices.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </section>
  );
}

/** In live mode: who keeps the money, and the risk. */
export function OperatorFooter() {
  const { data } = useQuery(queries.publicSettings());
  const operator = data?.operator;
  if (data === undefined) return null;
  if (operator === null || operator === undefined)
    return data.contact_email === null ? null : (
      <footer className={classes.footer}>
        <p>
          <Contact email={data.contact_email} />
        </p>
      </footer>
    );
  return (
    <footer className={classes.footer}>
      <p>
        <strong>{operator.legal_name}</strong>, {operator.address}. {frameWords.registration}: {operator.registration}.{' '}
        {frameWords.regulator}: {operator.regulator}. {frameWords.complaints}:{' '}
        <a href={`mailto:${operator.complaints_email}`}>{operator.complaints_email}</a>.{' '}
        {data.contact_email !== null && <Contact email={data.contact_email} />}
      </p>
      <p>
        <strong>{frameWords.riskTitle}.</strong> {frameWords.risk} {lossSentence(data.track_record)}
        {data.overdue_withdrawals > 0 && ` ${frameWords.overdue(data.overdue_withdrawals)}`}
      </p>
    </footer>
  );
}

/** Where clients reach the operator, wherever it is said. */
export function Contact({ email }: { email: string }) {
  return (
    <>
      {frameWords.contact}: <a href={`mailto:${email}`}>{email}</a>
    </>
  );
}

/** How many lost, with its day in UTC: everybody reads the same one. */
function lossSentence(record: PublicSettings['track_record']): string {
  if (record === null) return frameWords.noTrackRecord;
  const day = new Date(record.until).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  return frameWords.lost(record.lost_percent, day);
}
