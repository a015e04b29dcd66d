import type { Me } from '@clearbook/contracts';
import { lazy, Suspense } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { ErrorBoundary } from './error-boundary.tsx';
import { LoadingPage } from './loading-screen.tsx';
import { NotFound } from './not-found.tsx';

const DashboardPage = lazy(() => import('../features/dashboard/dashboard-page.tsx'));
const TradesPage = lazy(() => import('../features/trades/trades-page.tsx'));
const DepositPage = lazy(() => import('../features/deposits/deposit-page.tsx'));
const DepositHistoryPage = lazy(() => import('../features/deposits/deposit-history-page.tsx'));
const WithdrawalsPage = lazy(() => import('../features/withdrawals/withdrawals-page.tsx'));
const SelectWithdrawalPage = lazy(() => import('../features/withdrawals/select-withdrawal-page.tsx'));
const MailboxPage = lazy(() => import('../features/mailbox/mailbox-page.tsx'));
const ChangePasswordPage = lazy(() => import('../features/access/change-password-page.tsx'));
const ManagePage = lazy(() => import('../features/manage/manage-page.tsx'));
const UserPage = lazy(() => import('../features/manage/user-page.tsx'));
const DepositReviewPage = lazy(() => import('../features/manage/deposit-review-page.tsx'));
const WithdrawalReviewPage = lazy(() => import('../features/manage/withdrawal-review-page.tsx'));

/** The pages inside the shell. Pages of staff answer to staff only; the server decides the same again. */
export function PageRoutes({ me }: { me: Me }) {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary resetKey={pathname}>
      <Suspense fallback={<LoadingPage />}>
        <Routes>
          <Route path="/dashboard" element={<DashboardPage me={me} />} />
          <Route path="/trades" element={<TradesPage me={me} />} />
          <Route path="/deposit" element={<DepositPage />} />
          <Route path="/deposit-history" element={<DepositHistoryPage />} />
          <Route path="/withdrawals" element={<WithdrawalsPage />} />
          <Route path="/select-withdrawal" element={<SelectWithdrawalPage />} />
          {me.mode === 'demo' && <Route path="/mailbox" element={<MailboxPage />} />}
          <Route path="/change-password" element={<ChangePasswordPage />} />
          <Route path="/all-user" element={<ManagePage />} />
          <Route path="/user/:id" element={<UserPage />} />
          <Route path="/deposit/:id" element={<DepositReviewPage />} />
          <Route path="/withdrawal/:id" element={<WithdrawalReviewPage />} />
          <Route path="*" element={<NotFound />} />
        </Routes>
      </Suspense>
    </ErrorBoundary>
  );
}
