import { lazy, Suspense, useEffect } from 'react';
import { Route, Routes } from 'react-router';
import { LoginPage } from '../features/access/login-page.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { prefetchWhenIdle } from './prefetch.ts';

const loadSignedIn = () => import('./signed-in.tsx');
const SignedIn = lazy(loadSignedIn);
const SignUpPage = lazy(() => import('../features/access/sign-up-page.tsx'));
const ConfirmEmailPage = lazy(() => import('../features/access/confirm-email-page.tsx'));
const ResetPage = lazy(() => import('../features/access/reset-page.tsx'));

/** The light entry: the login page is here, everything behind it comes in its own files. */
export function PublicRoutes() {
  useEffect(() => prefetchWhenIdle(loadSignedIn), []);
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Routes>
        <Route path="/" element={<LoginPage />} />
        <Route path="/login" element={<LoginPage />} />
        <Route path="/signup" element={<SignUpPage />} />
        <Route path="/register" element={<SignUpPage />} />
        <Route path="/reset-password" element={<ResetPage />} />
        <Route path="/confirm-email" element={<ConfirmEmailPage />} />
        <Route path="*" element={<SignedIn />} />
      </Routes>
    </Suspense>
  );
}
