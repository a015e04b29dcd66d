import './styles-full.ts';
import { Notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { ForcedPasswordPage } from '../features/access/forced-password-page.tsx';
import { beginSession, type CameFrom } from '../features/access/session.ts';
import { ApiProblem } from '../lib/problem.ts';
import { queries } from '../lib/queries.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { TOAST_MS, TOAST_WIDTH, TOASTS_MAX } from '../ui/toast.ts';
import { LoadingScreen } from './loading-screen.tsx';
import { PageRoutes } from './page-routes.tsx';
import { SessionDialog } from './session-dialog.tsx';
import { Shell } from './shell.tsx';
import classes from './shell.module.css';
import { useRealtime } from './use-realtime.ts';

const ForcedTwoFactorPage = lazy(() => import('../features/account/forced-two-factor-page.tsx'));
const SignalNotice = lazy(() => import('../features/signal/signal-notice.tsx'));

/** Everything behind the login. Nobody signed in: to the login page, which leads back here. */
export default function SignedIn() {
  const location = useLocation();
  const me = useQuery(queries.me());
  useRealtime(me.data);
  useEffect(() => {
    if (me.data !== undefined) beginSession(me.data);
  }, [me.data]);

  if (me.data === undefined) {
    if (me.isPending) return <LoadingScreen />;
    if (me.error instanceof ApiProblem && me.error.signedOut) {
      const state: CameFrom = { from: location.pathname + location.search };
      return <Navigate to="/login" state={state} replace />;
    }
    return <ErrorState error={me.error} onRetry={() => void me.refetch()} />;
  }
  return (
    <>
      <Notifications
        position="top-right"
        limit={TOASTS_MAX}
        autoClose={TOAST_MS}
        containerWidth={TOAST_WIDTH}
        className={classes.toasts ?? ''}
      />
      {me.data.must_change_password ? (
        <ForcedPasswordPage />
      ) : me.data.must_set_up_two_factor ? (
        <Suspense fallback={<LoadingScreen />}>
          <ForcedTwoFactorPage />
        </Suspense>
      ) : (
        <Shell me={me.data}>
          <PageRoutes me={me.data} />
          {me.data.role === 'client' && (
            <Suspense fallback={null}>
              <SignalNotice />
            </Suspense>
          )}
        </Shell>
      )}
      <SessionDialog me={me.data} />
    </>
  );
}
