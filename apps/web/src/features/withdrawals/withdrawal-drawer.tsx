import type { Withdrawal } from '@clearbook/contracts/funding';
import { withdrawalWords as words } from '@clearbook/contracts/words/withdrawals';
import { Drawer, Group, Stack, Text, Title } from '@mantine/core';
import { formatDateTime, formatUsd } from '../../lib/format.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Fact } from '../../ui/fact.tsx';
import { WithdrawalActions } from './withdrawal-actions.tsx';
import { WithdrawalStatus } from './withdrawal-status.tsx';
import { WithdrawalTimeline } from './withdrawal-timeline.tsx';
import { paysOut, stateSentence, withdrawalMethodLabel } from './withdrawal-words.ts';
import classes from './withdrawals.module.css';

/** One withdrawal in full: what it costs, where it goes, and every step so far. */
export function WithdrawalDrawer({ withdrawal, onClose }: { withdrawal: Withdrawal | null; onClose: () => void }) {
  return (
    <Drawer
      opened={withdrawal !== null}
      onClose={onClose}
      position="right"
      size="md"
      title={withdrawal === null ? '' : words.detailsOf(formatUsd(withdrawal.amount.amount))}
    >
      {withdrawal === null ? null : <Details withdrawal={withdrawal} />}
    </Drawer>
  );
}

function Details({ withdrawal }: { withdrawal: Withdrawal }) {
  return (
    <Stack gap="lg">
      <div>
        <WithdrawalStatus withdrawal={withdrawal} />
        <Text mt="xs">{stateSentence(withdrawal)}</Text>
      </div>
      <dl className={classes.bill}>
        <Fact name={words.columns.amount}>{formatUsd(withdrawal.amount.amount)}</Fact>
        <Fact name={words.columns.fee}>{formatUsd(withdrawal.fee.amount)}</Fact>
        {paysOut(withdrawal) && (
          <Fact name={words.columns.net} total>
            {formatUsd(withdrawal.net.amount)}
          </Fact>
        )}
        <Fact name={words.columns.method}>{withdrawalMethodLabel(withdrawal.method)}</Fact>
        <Fact name={words.columns.destination}>{withdrawal.destination}</Fact>
        <Fact name={words.requested}>{formatDateTime(withdrawal.created_at)}</Fact>
      </dl>
      {withdrawal.payout_reference === null ? null : (
        <div>
          <Text size="sm" c="dimmed">
            {words.payoutReference}
          </Text>
          <div className={classes.reference}>
            <code className={classes.typed}>{withdrawal.payout_reference}</code>
            <CopyButton value={withdrawal.payout_reference} label={words.copyReference} done={words.referenceCopied} />
          </div>
        </div>
      )}
      {withdrawal.reason === null ? null : (
        <div>
          <Text size="sm" c="dimmed">
            {words.reason}
          </Text>
          <Text className={classes.typed}>{withdrawal.reason}</Text>
        </div>
      )}
      <div>
        <Title order={3} mb="md">
          {words.timeline}
        </Title>
        <WithdrawalTimeline steps={withdrawal.timeline} />
      </div>
      <Group>
        <WithdrawalActions withdrawal={withdrawal} />
      </Group>
    </Stack>
  );
}
