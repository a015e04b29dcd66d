import { Radio, Text } from '@mantine/core';
import clsx from 'clsx';
import type { LucideIcon } from 'lucide-react';
import classes from './choice-cards.module.css';

export type Choice<V extends string> = { value: V; label: string; hint?: string; icon?: LucideIcon };

/** A few choices as large cards. Underneath they are plain radio buttons, so arrow keys and screen readers know them. */
export function ChoiceCards<V extends string>({
  legend,
  choices,
  value,
  onChange,
  error,
  hideLegend = false,
  row = false,
}: {
  /** Names the group; `hideLegend` leaves it to screen readers, where a heading above says the same. */
  legend: string;
  hideLegend?: boolean;
  /** Side by side, for a few short choices. */
  row?: boolean;
  choices: readonly Choice<V>[];
  value: V | null;
  onChange: (value: V) => void;
  error?: string | undefined;
}) {
  const pick = (picked: string) => {
    const choice = choices.find((one) => one.value === picked);
    if (choice) onChange(choice.value);
  };
  return (
    <Radio.Group
      {...(hideLegend ? { 'aria-label': legend } : { label: legend })}
      value={value ?? ''}
      onChange={pick}
      error={error}
      withAsterisk={false}
    >
      <div className={clsx(classes.list, row && classes.row)}>
        {choices.map(({ value: option, label, hint, icon: Icon }) => (
          <div key={option} className={classes.card} data-chosen={option === value || undefined}>
            <Radio
              value={option}
              label={label}
              classNames={{ root: classes.radio ?? '', inner: classes.inner ?? '', label: classes.label ?? '' }}
            />
            {hint === undefined ? null : (
              <Text size="sm" c="dimmed" className={classes.hint}>
                {hint}
              </Text>
            )}
            {Icon === undefined ? null : <Icon className={classes.icon} size={20} aria-hidden />}
          </div>
        ))}
      </div>
    </Radio.Group>
  );
}
