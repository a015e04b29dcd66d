import { manageWords as words } from '@clearbook/contracts/words/manage';
import { Textarea } from '@mantine/core';

type Props = { label?: string; value: string; error: string | undefined; onChange(value: string): void };

/** The reason of a decision, which its client reads. */
export function ReasonField({ label = words.review.reason, value, error, onChange }: Props) {
  return (
    <Textarea
      label={label}
      autosize
      minRows={3}
      data-autofocus
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
