import type { Me } from '@clearbook/contracts';
import { Suspense } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { ErrorBoundary } from './error-boundary.tsx';
import { LoadingPage } from './loading-screen.tsx';
import { NotFound } from './not-found.tsx';
import { pages } from './pages.ts';

/** The pages inside the shell, as pages.ts lists them. Pages of staff answer to staff only; the server decides the same again. */
export function PageRoutes({ me }: { me: Me }) {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary resetKey={pathname}>
      <Suspense fallback={<LoadingPage />}>
        <Routes>
          {pages.map(
            ({ path, Component, only }) =>
              (only !== 'demo' || me.mode === 'demo') && (
                <Route key={path} path={path} element={<Component me={me} />} />
              ),
          )}
          <Route path="*" element={<NotFound />} />
        </Routes>
      </Suspense>
    </ErrorBoundary>
  );
}
