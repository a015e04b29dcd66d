import type { PerformanceGroup } from '@clearbook/contracts/performance';
import { performanceWords as words } from '@clearbook/contracts/words/performance';
import { ActionIcon } from '@mantine/core';
import clsx from 'clsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { formatDate, formatUsd, signOf } from '../../lib/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { addDays, addMonths, weeksOf } from './days.ts';
import classes from './performance.module.css';

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

type Props = { days: readonly PerformanceGroup[]; onPick: (day: string) => void };

/** A month of days with what the trades brought that closed on each. One day is in the Tab order; arrow keys move it. */
export function Calendar({ days, onPick }: Props) {
  const last = days.at(-1)?.key ?? new Date().toISOString().slice(0, 10);
  const [current, setCurrent] = useState(last);
  const moved = useRef(false);
  const grid = useRef<HTMLTableElement>(null);
  const byDay = new Map(days.map((day) => [day.key, day]));
  useEffect(() => {
    if (moved.current) grid.current?.querySelector<HTMLElement>(`[data-day="${current}"]`)?.focus();
    moved.current = false;
  }, [current]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const next =
      step !== undefined
        ? addDays(current, step)
        : event.key === 'PageUp'
          ? addMonths(current, -1)
          : event.key === 'PageDown'
            ? addMonths(current, 1)
            : undefined;
    if (next === undefined) return;
    event.preventDefault();
    moved.current = true;
    setCurrent(next);
  };
  const month = MONTH.format(new Date(current));
  return (
    <Panel
      title={words.calendar}
      actions={
        <div className={classes.monthChoice}>
          <ActionIcon
            variant="subtle"
            size={36}
            aria-label={words.previousMonth}
            onClick={() => setCurrent(addMonths(current, -1))}
          >
            <ChevronLeft size={18} aria-hidden />
          </ActionIcon>
          <span className={classes.month} aria-live="polite">
            {month}
          </span>
          <ActionIcon
            variant="subtle"
            size={36}
            aria-label={words.nextMonth}
            onClick={() => setCurrent(addMonths(current, 1))}
          >
            <ChevronRight size={18} aria-hidden />
          </ActionIcon>
        </div>
      }
    >
      <table ref={grid} className={classes.calendar} aria-label={month} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {words.weekdays.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(current).map((week) => (
            <tr key={week.find((day) => day !== null)}>
              {week.map((day, i) => (
                <td key={day ?? `none ${i}`}>
                  {day !== null && <Day day={day} of={byDay.get(day)} current={day === current} onPick={onPick} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes.note}>{words.calendarText}</p>
    </Panel>
  );
}

type DayProps = {
  day: string;
  of: PerformanceGroup | undefined;
  current: boolean;
  onPick: (day: string) => void;
};

function Day({ day, of, current, onPick }: DayProps) {
  const sign = of === undefined ? 'even' : signOf(of.net.amount);
  const net = of === undefined ? '' : `${sign === 'gain' ? '+' : ''}${formatUsd(of.net.amount)}`;
  return (
    <button
      type="button"
      data-day={day}
      tabIndex={current ? 0 : -1}
      aria-disabled={of === undefined}
      className={clsx(classes.day, of !== undefined && classes[sign])}
      onClick={() => of !== undefined && onPick(day)}
    >
      <span aria-hidden className={classes.dayNumber}>
        {Number(day.slice(8))}
      </span>
      {of !== undefined && (
        <span aria-hidden className={classes.dayNet}>
          {net}
        </span>
      )}
      <span className={classes.hidden}>
        {of === undefined ? words.dayNone(formatDate(day)) : words.dayTrades(formatDate(day), of.trades, net)}
      </span>
    </button>
  );
}
