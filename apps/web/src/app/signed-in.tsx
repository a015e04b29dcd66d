import './styles-full.ts';
import type { Me } from '@clearbook/contracts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { matchPath, Navigate, useLocation } from 'react-router';
import { later } from '../lib/part.ts';
import { beginSession, type CameFrom, isAnother } from '../features/access/session.ts';
import { LogAlarmSlot } from '../features/verify/log-alarm-slot.tsx';
import { ApiProblem } from '../lib/problem.ts';
import { queries } from '../lib/queries.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { loadToaster, useToasterWanted } from '../ui/toast.ts';
import { askFirst } from './first-data.ts';
import { LoadingScreen } from './loading-screen.tsx';
import { PageRoutes } from './page-routes.tsx';
import { pages } from './pages.ts';
import { prefetchWhenIdle } from './prefetch.ts';
import { Shell } from './shell.tsx';
import { useRealtime } from './use-realtime.ts';
import { useSessionEnded } from './use-session-ended.ts';
import { registerWorker, useUpdateReady } from './worker.ts';

const ForcedTwoFactorPage = later(() => import('../features/account/forced-two-factor-page.tsx'));
const PublicSignalPage = later(() => import('../features/signal/public-signal-page.tsx'));
const SignalNotice = later(() => import('../features/signal/signal-notice.tsx'));
const loadSessionDialog = () => import('./session-dialog.tsx');
const SessionDialog = later(loadSessionDialog);
const GuestOverDialog = later(() => import('./guest-over-dialog.tsx'));
const ForcedPasswordPage = later(() => import('../features/access/forced-password-page.tsx'));
const Toaster = later(loadToaster);
const UpdateNotice = later(() => import('./update-notice.tsx'));

/**
 * How long a page waits for its first answers once its scripts are here. Each that comes later draws a part of the page anew, and one that
 * comes while the page is drawn makes React draw all of it again, in one go.
 */
const ANSWERED_WITHIN_MS = 300;

/** Fetches the scripts of the page at this address and what it asks first, which is waited for only for a moment. */
export async function fetchPage(pathname: string): Promise<void> {
  const page = pages.find(({ path }) => matchPath(path, pathname) !== null);
  if (page === undefined) return;
  const asked = askFirst(page.path);
  await page.load();
  await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, ANSWERED_WITHIN_MS))]);
}

/** Everything behind the login. Nobody signed in: to the login page, which leads back here. */
export default function SignedIn() {
  const location = useLocation();
  const me = useQuery(queries.me());
  const another = me.data !== undefined && isAnother(me.data);
  // Whoever has something to set up first is sent nothing yet.
  const waits = me.data?.must_change_password === true || me.data?.must_set_up_two_factor === true;
  useRealtime(another || waits ? undefined : me.data);
  const updated = useUpdateReady();
  useEffect(() => void registerWorker(), []);
  useEffect(() => {
    if (me.data === undefined) return;
    // Nothing of the person before stays: neither what was read nor what stands in a form.
    if (another) globalThis.location.reload();
    else beginSession(me.data);
  }, [me.data, another]);

  if (another) return <LoadingScreen />;

  if (me.data === undefined) {
    if (me.isPending) return <LoadingScreen />;
    if (me.error instanceof ApiProblem && me.error.signedOut) {
      if (matchPath('/signal', location.pathname))
        return (
          <Suspense fallback={<LoadingScreen />}>
            <PublicSignalPage />
          </Suspense>
        );
      const state: CameFrom = { from: location.pathname + location.search };
      return <Navigate to="/login" state={state} replace />;
    }
    return <ErrorState error={me.error} onRetry={() => void me.refetch()} />;
  }
  return (
    <>
      {me.data.must_change_password ? (
        <Suspense fallback={<LoadingScreen />}>
          <ForcedPasswordPage />
        </Suspense>
      ) : me.data.must_set_up_two_factor ? (
        <Suspense fallback={<LoadingScreen />}>
          <ForcedTwoFactorPage />
        </Suspense>
      ) : (
        <Shell me={me.data}>
          <LogAlarmSlot />
          {updated && (
            <Suspense fallback={null}>
              <UpdateNotice />
            </Suspense>
          )}
          <PageRoutes me={me.data} />
          {me.data.role === 'client' && (
            <Suspense fallback={null}>
              <SignalNotice />
            </Suspense>
          )}
        </Shell>
      )}
      <OverThePage me={me.data} />
    </>
  );
}

/** What may have to be said at any moment is fetched while nobody waits for it, so that it is here when the connection is not. */
function OverThePage({ me }: { me: Me }) {
  const toasts = useToasterWanted();
  const [ended, loggedIn] = useSessionEnded();
  useEffect(() => prefetchWhenIdle(() => Promise.all([loadSessionDialog(), loadToaster()])), []);
  return (
    <Suspense fallback={null}>
      {toasts && <Toaster />}
      {ended &&
        (me.guest === null ? <SessionDialog me={me} onDone={loggedIn} /> : <GuestOverDialog onDone={loggedIn} />)}
    </Suspense>
  );
}
