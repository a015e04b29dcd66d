import { holdWords } from '@clearbook/contracts/words/holds';
import { TextInput } from '@mantine/core';
import { toUtcField } from './utc-field.ts';

const LONGEST_MS = 30 * 86_400_000;
const { manage: words } = holdWords;

type Props = { value: string; error: string | undefined; now: string; onChange(value: string): void };

/** When a hold ends. `now` is the server's. */
export function HoldEndField({ value, error, now, onChange }: Props) {
  const from = new Date(now);
  return (
    <TextInput
      type="datetime-local"
      label={words.end}
      description={words.endHint}
      min={toUtcField(from)}
      max={toUtcField(new Date(from.getTime() + LONGEST_MS))}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
