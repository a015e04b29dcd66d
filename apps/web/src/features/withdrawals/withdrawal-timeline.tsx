import '@mantine/core/styles/Timeline.layer.css';
import type { Withdrawal } from '@clearbook/contracts/funding';
import { withdrawalWords as words } from '@clearbook/contracts/words/withdrawals';
import { Text, Timeline } from '@mantine/core';
import { formatDateTime } from '../../lib/format.ts';
import classes from './withdrawals.module.css';

/** Every state that a withdrawal went through, the first one first. */
export function WithdrawalTimeline({ steps }: { steps: Withdrawal['timeline'] }) {
  return (
    <Timeline active={steps.length - 1} bulletSize={14} lineWidth={2} aria-label={words.timeline}>
      {steps.map((step, index) => (
        // A state can come twice (reported as not received, sent again), so its place tells them apart.
        <Timeline.Item key={`${step.at}-${index}`} title={labelOf(step.status)}>
          <Text size="sm" className={classes.typed}>
            {step.text}
          </Text>
          <Text size="xs" c="dimmed">
            {formatDateTime(step.at)}
          </Text>
        </Timeline.Item>
      ))}
    </Timeline>
  );
}

function labelOf(status: string): string {
  const labels: Readonly<Record<string, string>> = words.status;
  return labels[status] ?? words.steps[status as keyof typeof words.steps] ?? status.replaceAll('_', ' ');
}
