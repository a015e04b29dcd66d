import type { Me } from '@clearbook/contracts';
import type { LoanLevel } from '@clearbook/contracts/loans';
import { messages } from '@clearbook/contracts/messages';
import { loanWords as words } from '@clearbook/contracts/words/loans';
import { schedule, utcDay } from '@clearbook/domain/loan-terms';
import { Button, Stack, Text, Textarea } from '@mantine/core';
import { useEffect, useMemo } from 'react';
import { centsText, toCents } from '../../lib/decimal.ts';
import { formatUsd } from '../../lib/format.ts';
import { useDeclaredForm } from '../../lib/use-declared-form.ts';
import { useHere } from '../../lib/use-here.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { DecimalInput } from '../../ui/decimal-input.tsx';
import { Form } from '../../ui/form.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';
import { LevelFigures } from './level-cards.tsx';
import { Schedule } from './schedule.tsx';
import { applicationForm } from './loan.form.ts';
import classes from './loans.module.css';

/** The form of one level. What it costs stands beside it, so that nobody applies for anything else than they read. */
export function Application({
  me,
  level,
  portfolio,
  onDone,
}: {
  me: Me;
  level: LoanLevel;
  portfolio: string;
  onDone: () => void;
}) {
  const here = useHere();
  const apply = useDeclaredForm(applicationForm, level, {
    onDone: () => {
      toast.success(messages.loan.applied);
      if (here()) onDone();
    },
  });
  useEffect(() => {
    window.scrollTo({ top: 0 });
  }, []);

  return (
    <>
      <BackLink to="/trading-plans">{words.form.back}</BackLink>
      <PageHeader title={words.form.title} />
      <div className={classes.application}>
        <Panel>
          <Form onSend={apply.send}>
            <Stack>
              {/* As many lines as the name needs: nobody's name is cut off. */}
              <Textarea label={words.form.fullname} value={me.fullname} autosize minRows={1} readOnly />
              <DecimalInput label={words.form.income} leftSection="$" {...apply.field('monthly_income')} />
              <Textarea
                label={words.form.goals}
                description={words.form.goalsHint}
                autosize
                minRows={4}
                maxRows={12}
                {...apply.field('goals')}
              />
              <Text size="sm" c="dimmed">
                {words.form.personal}
              </Text>
              <FormErrorSummary>{apply.refusal}</FormErrorSummary>
              <Button type="submit" size="md" loading={apply.pending}>
                {words.form.proceed}
              </Button>
            </Stack>
          </Form>
        </Panel>
        <Panel title={words.form.summary}>
          <p className={classes.levelName}>{words.level(level.level)}</p>
          <p className={classes.sum}>{formatUsd(level.amount.amount)}</p>
          <LevelFigures level={level} />
          <Text size="sm" c="dimmed" mt="xs">
            {words.totalHint}
          </Text>
          <dl className={classes.portfolio}>
            <div>
              <dt>{words.portfolioRequired}</dt>
              <dd>{formatUsd(level.portfolio_required.amount)}</dd>
            </div>
            <div>
              <dt>{words.portfolio}</dt>
              <dd>{formatUsd(portfolio)}</dd>
            </div>
          </dl>
          <Text size="sm" mt="sm">
            {words.noPromise}
          </Text>
        </Panel>
      </div>
      <PlannedSchedule level={level} />
    </>
  );
}

/** As if it were approved today: days are counted, because nobody knows yet which they will be. */
function PlannedSchedule({ level }: { level: LoanLevel }) {
  const days = useMemo(() => {
    const today = utcDay(new Date(0));
    const end = utcDay(new Date(level.term_days * 86_400_000));
    return schedule(toCents(level.amount.amount), 0n, today, end).map((one, i) => ({
      day: words.schedule.dayNumber(i + 1),
      interest: centsText(one.interest),
      owed: centsText(one.owed),
    }));
  }, [level]);
  return <Schedule days={days} />;
}
