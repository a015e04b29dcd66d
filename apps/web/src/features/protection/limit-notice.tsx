import type { Protection } from '@clearbook/contracts/protection';
import { protectionWords as words } from '@clearbook/contracts/words/protection';
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { toCents, centsText } from '../../lib/decimal.ts';
import { formatDateTime, formatUsd } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { standingText } from './standing.tsx';

/**
 * Says, before anything is sent, that a limit of one's own stands in the way of opening trades or paying in. Shows nothing where none does, or
 * while it is not known: the server refuses in any case.
 */
export default function LimitNotice({ of }: { of: 'trades' | 'deposits' }) {
  // Staff trade and pay in nothing, so they have no limits.
  const { data: me } = useQuery(queries.me());
  const { data } = useQuery({ ...queries.protection(), enabled: me?.role === 'client' });
  if (data === undefined) return null;
  const text =
    data.time_out !== null
      ? standingText(data.time_out)
      : of === 'trades'
        ? lossText(data.limits)
        : roomText(data.limits);
  if (text === null) return null;
  return (
    <Alert color="ink" p="xs" role="status">
      {text} <Link to="/trading-limits">{words.notice.see}</Link>
    </Alert>
  );
}

type Limits = Protection['limits'];

function lossText(limits: Limits): string | null {
  const limit = limits.find(({ kind }) => kind === 'daily_loss');
  if (!limit?.amount || toCents(limit.used.amount) < toCents(limit.amount.amount)) return null;
  return words.notice.loss(
    formatUsd(limit.used.amount),
    formatUsd(limit.amount.amount),
    formatDateTime(limit.resets_at),
  );
}

/** The deposit limit with the least room, where one is set. */
function roomText(limits: Limits): string | null {
  let least: { room: bigint; text: string } | undefined;
  for (const { kind, amount, used, resets_at: resetsAt } of limits) {
    if (kind === 'daily_loss' || amount === null) continue;
    const over = toCents(amount.amount) - toCents(used.amount);
    const room = over > 0n ? over : 0n;
    if (least === undefined || room < least.room)
      least = {
        room,
        text: words.notice.deposit(formatUsd(centsText(room)), words.names[kind].of, formatDateTime(resetsAt)),
      };
  }
  return least?.text ?? null;
}
