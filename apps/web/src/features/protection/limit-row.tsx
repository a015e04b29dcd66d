import type { OwnLimit } from '@clearbook/contracts/protection';
import { protectionWords as words } from '@clearbook/contracts/words/protection';
import { messages } from '@clearbook/contracts/messages';
import { Button } from '@mantine/core';
import { Clock3 } from 'lucide-react';
import { useState } from 'react';
import { toCents } from '../../lib/decimal.ts';
import { formatDateTime, formatUsd } from '../../lib/format.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { toast } from '../../ui/toast.ts';
import { TimeLeft } from './time-left.tsx';
import { LimitDialog } from './limit-dialog.tsx';
import classes from './protection.module.css';

type Props = { limit: OwnLimit; asOf: string; answeredAt: number };

/** One limit: what it is, how much of it is used, and a looser one that waits for its moment. */
export function LimitRow({ limit, asOf, answeredAt }: Props) {
  const [asked, setAsked] = useState(0);
  const [open, setOpen] = useState(false);
  const name = words.names[limit.kind];
  const { amount, next } = limit;
  const keep = useSubmit('PUT /me/protection', {
    failed: messages.protection.failed,
    topics: ['protection'],
    onSuccess: () => toast.success(words.kept),
  });
  return (
    <li className={classes.limit}>
      <div className={classes.limitHead}>
        <div className={classes.limitWords}>
          <h3 className={classes.limitTitle}>{name.title}</h3>
          <p className={classes.limitAmount}>
            {amount === null ? words.none : words.per(formatUsd(amount.amount), name.of)}
          </p>
        </div>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={amount === null ? words.setOf(name.title) : words.changeOf(name.title)}
          onClick={() => {
            setAsked((times) => times + 1);
            setOpen(true);
          }}
        >
          {amount === null ? words.set : words.change}
        </Button>
      </div>
      {amount === null ? (
        <p className={classes.use}>{words.used(formatUsd(limit.used.amount), name.used)}</p>
      ) : (
        <Use limit={limit} amount={amount.amount} />
      )}
      {next === null ? null : (
        <div className={classes.pending} role="status">
          <Clock3 size={16} aria-hidden />
          <span className={classes.pendingWords}>
            {next.amount === null
              ? words.pendingNone(formatDateTime(next.at))
              : words.pending(words.per(formatUsd(next.amount.amount), name.of), formatDateTime(next.at))}
            {' · '}
            <TimeLeft until={next.at} asOf={asOf} answeredAt={answeredAt} />
          </span>
          <Button
            variant="default"
            size="compact-sm"
            aria-label={words.takeBackOf(name.title)}
            loading={keep.pending}
            onClick={() => void keep.submit({ body: { [limit.kind]: amount === null ? null : amount.amount } })}
          >
            {words.takeBack}
          </Button>
        </div>
      )}
      <FormErrorSummary>{keep.problem?.detail}</FormErrorSummary>
      <LimitDialog key={asked} limit={limit} opened={open} onClose={() => setOpen(false)} />
    </li>
  );
}

function Use({ limit, amount }: { limit: OwnLimit; amount: string }) {
  const name = words.names[limit.kind];
  const used = toCents(limit.used.amount);
  const of = toCents(amount);
  const percent = Number(used >= of ? 100n : (used * 100n) / of);
  const reached = used >= of;
  return (
    <>
      <meter
        className={classes.meter}
        data-state={reached ? 'reached' : percent >= 80 ? 'near' : undefined}
        aria-label={words.bar(name.title)}
        min={0}
        max={100}
        value={percent}
      />
      <p className={classes.use}>
        {words.usedOf(formatUsd(limit.used.amount), formatUsd(amount), name.used)}
        {' · '}
        {words.resets(formatDateTime(limit.resets_at))}
        {reached && limit.kind === 'daily_loss' ? <strong className={classes.reached}> {words.reached}</strong> : null}
      </p>
    </>
  );
}
