import { day } from '@clearbook/contracts/common';
import { statementKind, type StatementFilters } from '@clearbook/contracts/statement';
import { statementWords as words } from '@clearbook/contracts/words/statement';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { useStatementFilters } from './use-statement-filters.ts';
import classes from './statement.module.css';

const kinds = [
  { value: '', label: words.allKinds },
  ...statementKind.options.map((kind) => ({ value: kind, label: words.kinds[kind] })),
];

export function StatementFilterBar({ at }: { at: ReturnType<typeof useStatementFilters> }) {
  const { filters, typed, setTyped, set, narrowed, clear } = at;
  return (
    <search className={classes.filters} aria-label={words.filters}>
      <NativeSelect
        label={words.kind}
        data={kinds}
        value={filters.kind ?? ''}
        onChange={(event) => set({ kind: event.currentTarget.value })}
      />
      <DayInput label={words.from} value={filters.from ?? ''} onDay={(from) => set({ from }, true)} />
      <DayInput
        label={words.to}
        value={filters.to ?? ''}
        error={backwards(filters) ? words.atLeast : undefined}
        onDay={(to) => set({ to }, true)}
      />
      <TextInput
        label={words.search}
        leftSection={<Search size={16} aria-hidden />}
        value={typed}
        maxLength={100}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button variant="default" onClick={clear} disabled={!narrowed}>
        {words.clear}
      </Button>
    </search>
  );
}

/** A day being typed passes through days that nobody means (the year 2, the year 20): only a whole one narrows the statement. */
function DayInput({
  label,
  value,
  error,
  onDay,
}: {
  label: string;
  value: string;
  error?: string | undefined;
  onDay: (day: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  return (
    <TextInput
      type="date"
      label={label}
      value={typed}
      error={error}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        if (text === '' || day.safeParse(text).success) onDay(text);
      }}
    />
  );
}

function backwards({ from, to }: StatementFilters): boolean {
  return from !== undefined && to !== undefined && to < from;
}
