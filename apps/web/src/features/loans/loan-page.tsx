import type { Me } from '@clearbook/contracts';
import { loanWords as words } from '@clearbook/contracts/words/loans';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { queries } from '../../lib/queries.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Application } from './application.tsx';
import { LevelCards } from './level-cards.tsx';
import { LoanHistory } from './loan-history.tsx';
import { OpenLoan } from './open-loan.tsx';
import classes from './loans.module.css';

/** Loan levels, the application form (?level=1) and the client's own loans. */
export default function LoanPage({ me }: { me: Me }) {
  const [search, setSearch] = useSearchParams();
  const levels = useQuery(queries.loanLevels());
  const loans = useQuery(queries.loans());
  const open = loans.data?.find(({ status }) => status === 'pending' || status === 'approved');
  const chosen = levels.data?.data.find(({ level }) => String(level) === search.get('level'));

  if (levels.data !== undefined && chosen !== undefined && levels.data.obstacle === null) {
    return (
      <Application
        key={chosen.level}
        me={me}
        level={chosen}
        portfolio={levels.data.portfolio.amount}
        onDone={() => setSearch({})}
      />
    );
  }
  const history = <LoanHistory loans={loans.data} error={loans.error} onRetry={() => void loans.refetch()} />;
  return (
    <>
      <PageHeader title={words.title} description={words.intro} />
      <div className={classes.page}>
        {open === undefined ? null : <OpenLoan key={open.id} loan={open} />}
        {open === undefined ? null : history}
        {levels.data === undefined ? (
          levels.error === null ? (
            <div className={classes.levels} aria-busy>
              <Skeleton height={380} radius="md" />
              <Skeleton height={380} radius="md" />
            </div>
          ) : (
            <Panel>
              <ErrorState error={levels.error} onRetry={() => void levels.refetch()} />
            </Panel>
          )
        ) : (
          <LevelCards levels={levels.data} onApply={(level) => setSearch({ level: String(level) })} />
        )}
        {open === undefined ? history : null}
      </div>
    </>
  );
}
