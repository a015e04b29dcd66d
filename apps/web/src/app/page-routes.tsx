import type { Me } from '@clearbook/contracts';
import { Suspense } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { later } from '../lib/part.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { LoadingPage } from './loading-page.tsx';
import { NoConnection } from './no-connection.tsx';
import classes from './loading-screen.module.css';
import { NotFound } from './not-found.tsx';
import { FOR_ACCOUNTS, pages } from './pages.ts';
import { useCannotCome } from './use-cannot-come.ts';

const GuestNotice = later(() => import('./guest-notice.tsx'));
const StaffNotice = later(() => import('./staff-notice.tsx'));

/** The pages inside the shell, as pages.ts lists them. Pages of staff answer to staff only; the server decides the same again. */
export function PageRoutes({ me }: { me: Me }) {
  const { pathname } = useLocation();
  // A page that somebody leaves is shown until the next one is here. One that cannot come says so in its place; the former one stays
  // underneath with all that was typed, for whoever goes back.
  const cannotCome = useCannotCome() && globalThis.location.pathname !== pathname;
  return (
    <>
      {cannotCome && <NoConnection />}
      <div hidden={cannotCome} className={classes.left}>
        <ErrorBoundary resetKey={pathname}>
          <Suspense fallback={<LoadingPage />}>
            <Routes>
              {pages.map(
                ({ path, Component, only }) =>
                  (only !== 'demo' || me.mode === 'demo') && (
                    <Route
                      key={path}
                      path={path}
                      element={
                        only === 'client' && me.role === 'admin' ? (
                          <StaffNotice me={me} />
                        ) : me.guest !== null && FOR_ACCOUNTS.has(path) ? (
                          <GuestNotice />
                        ) : (
                          <Component me={me} />
                        )
                      }
                    />
                  ),
              )}
              <Route path="*" element={<NotFound />} />
            </Routes>
          </Suspense>
        </ErrorBoundary>
      </div>
    </>
  );
}
