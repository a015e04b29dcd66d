import { type ComponentType, Suspense, useEffect } from 'react';
import { matchPath, Route, Routes } from 'react-router';
import { LoginPage } from '../features/access/login-page.tsx';
import { firstQueries } from '../lib/first-queries.ts';
import { later, part } from '../lib/part.ts';
import { queryClient } from '../lib/query-client.ts';
import { LoadingScreen } from './loading-screen.tsx';
import { prefetchWhenIdle } from './prefetch.ts';
import { PUBLIC_PATHS, type PublicPath } from './public-paths.ts';

const loadSignedIn = () => import('./signed-in.tsx');
const SignedIn = part(loadSignedIn);
const SignUpPage = later(() => import('../features/access/sign-up-page.tsx'));
const ConfirmEmailPage = later(() => import('../features/access/confirm-email-page.tsx'));
const UnsubscribePage = later(() => import('../features/access/unsubscribe-page.tsx'));
const LockAccountPage = later(() => import('../features/access/lock-account-page.tsx'));
const TransparencyPage = later(() => import('../features/transparency/transparency-page.tsx'));
const VerifyPage = later(() => import('../features/verify/verify-page.tsx'));
const ResetPage = later(() => import('../features/access/reset-page.tsx'));

const PAGES: Readonly<Record<PublicPath, ComponentType>> = {
  '/': LoginPage,
  '/login': LoginPage,
  '/signup': SignUpPage,
  '/register': SignUpPage,
  '/reset-password': ResetPage,
  '/confirm-email': ConfirmEmailPage,
  '/lock-account': LockAccountPage,
  '/unsubscribe': UnsubscribePage,
  '/transparency': TransparencyPage,
  '/verify': VerifyPage,
};

/**
 * Fetches what this address begins with: for a page behind the login its scripts, who is there, and what the page asks first, all at
 * once. Ends when scripts and person are here. Whatever fails is tried again, with words, when it is drawn.
 */
export async function firstView(pathname: string): Promise<void> {
  if (PUBLIC_PATHS.some((path) => matchPath(path, pathname) !== null)) return;
  const scripts = Promise.all([SignedIn.load(), loadSignedIn().then(({ fetchPage }) => fetchPage(pathname))]);
  await Promise.allSettled([scripts, queryClient.prefetchQuery(firstQueries.me())]);
}

/** The light entry: the login page is here, everything behind it comes in its own files. */
export function PublicRoutes() {
  useEffect(() => prefetchWhenIdle(SignedIn.load), []);
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Routes>
        {PUBLIC_PATHS.map((path) => {
          const Page = PAGES[path];
          return <Route key={path} path={path} element={<Page />} />;
        })}
        <Route path="*" element={<SignedIn.Component />} />
      </Routes>
    </Suspense>
  );
}
