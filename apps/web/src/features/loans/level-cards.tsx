import type { LoanLevel, LoanLevels } from '@clearbook/contracts/loans';
import { loanWords as words } from '@clearbook/contracts/words/loans';
import { Alert, Button } from '@mantine/core';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { centsText, toCents } from '../../lib/decimal.ts';
import { formatUsd } from '../../lib/format.ts';
import classes from './loans.module.css';

/** The levels with their true figures, and whether this client's portfolio is large enough for each. */
export function LevelCards({ levels, onApply }: { levels: LoanLevels; onApply: (level: number) => void }) {
  return (
    <section aria-labelledby="loan-levels">
      <h2 className={classes.heading} id="loan-levels">
        {words.levels}
      </h2>
      <p className={classes.note}>{words.noPromise}</p>
      {levels.obstacle === null ? null : (
        <Alert color="ink" variant="light" mt="sm" styles={{ message: { color: 'var(--mantine-color-text)' } }}>
          {levels.obstacle}
        </Alert>
      )}
      <div className={classes.levels}>
        {levels.data.map((level) => (
          <Level key={level.level} level={level} levels={levels} onApply={onApply} />
        ))}
      </div>
      {levels.licence === null ? null : <p className={classes.note}>{words.licence(levels.licence)}</p>}
    </section>
  );
}

function Level({ level, levels, onApply }: { level: LoanLevel; levels: LoanLevels; onApply: (level: number) => void }) {
  const missing = toCents(level.portfolio_required.amount) - toCents(levels.portfolio.amount);
  const title = words.level(level.level);
  return (
    <article className={classes.level} aria-label={title}>
      <h3 className={classes.levelName}>{title}</h3>
      <p className={classes.sum}>{formatUsd(level.amount.amount)}</p>
      <LevelFigures level={level} />
      <dl className={classes.portfolio}>
        <div>
          <dt>{words.portfolioRequired}</dt>
          <dd>{formatUsd(level.portfolio_required.amount)}</dd>
        </div>
        <div>
          <dt>{words.portfolio}</dt>
          <dd>{formatUsd(levels.portfolio.amount)}</dd>
        </div>
      </dl>
      <p className={classes.verdict} data-meets={level.meets_portfolio || undefined}>
        {level.meets_portfolio ? <CircleCheck size={18} aria-hidden /> : <CircleAlert size={18} aria-hidden />}
        {level.meets_portfolio ? words.meets : words.short(formatUsd(centsText(missing)))}
      </p>
      {levels.obstacle === null ? (
        <Button
          disabled={!level.meets_portfolio}
          variant={level.meets_portfolio ? 'filled' : 'default'}
          onClick={() => onApply(level.level)}
        >
          {words.apply(level.level)}
        </Button>
      ) : null}
    </article>
  );
}

/** What a level costs, in full. Used by the card and by the form, so that nobody applies for anything else than they read. */
export function LevelFigures({ level }: { level: LoanLevel }) {
  return (
    <dl className={classes.bill}>
      <div>
        <dt>{words.term}</dt>
        <dd>{words.days(level.term_days)}</dd>
      </div>
      <div>
        <dt>{words.interest}</dt>
        <dd>{words.percentAYear(level.interest_percent)}</dd>
      </div>
      <div>
        <dt>{words.perDay}</dt>
        <dd>{formatUsd(level.interest_per_day.amount)}</dd>
      </div>
      <div>
        <dt>{words.interestToTerm}</dt>
        <dd>{formatUsd(level.interest_to_term.amount)}</dd>
      </div>
      <div data-total>
        <dt>{words.total}</dt>
        <dd>{formatUsd(level.total_to_repay.amount)}</dd>
      </div>
    </dl>
  );
}
