import type { ReleaseLimits } from '@clearbook/contracts/proposals';
import { proposalWords } from '@clearbook/contracts/words/proposals';
import { Alert, Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { queries } from '../../lib/queries.ts';

/** Said before something is sent that another person will have to decide. */
export function TwoPeopleNote({ children }: { children: ReactNode }) {
  return (
    <Alert
      p="sm"
      color="ink"
      icon={<Users size={18} aria-hidden />}
      role="note"
      styles={{ message: { color: 'var(--mantine-color-text)' } }}
    >
      {children}
    </Alert>
  );
}

/** The same, where the mode alone makes it so. */
export function LiveNote({ children }: { children: ReactNode }) {
  const mode = useQuery(queries.me()).data?.mode;
  return mode === 'live' ? <TwoPeopleNote>{children}</TwoPeopleNote> : null;
}

/** Said of a record whose approval is proposed. */
export function WaitsForSecond() {
  return (
    <TwoPeopleNote>
      {proposalWords.waiting}{' '}
      <Anchor component={Link} to="/all-user?tab=proposals" inherit underline="always" c="var(--accent-text)">
        {proposalWords.toProposals}
      </Anchor>
    </TwoPeopleNote>
  );
}

/** The same, where a payout of this size is more than whoever looks may release alone today. */
export function ReleaseNote({ userId, amount }: { userId: string; amount: string }) {
  const limits = useQuery(queries.releaseLimits(userId)).data;
  return limits !== undefined && takesTwo(limits, amount) ? (
    <TwoPeopleNote>{proposalWords.noticePayout}</TwoPeopleNote>
  ) : null;
}

function takesTwo(limits: ReleaseLimits, amount: string): boolean {
  const cents = ({ amount: text }: { amount: string }) => BigInt(text.replace('.', ''));
  const asked = cents({ amount });
  return (
    limits.applies &&
    (asked > cents(limits.at_once) ||
      asked + cents(limits.used_today) > cents(limits.day_limit) ||
      (limits.used_for_client !== null && asked + cents(limits.used_for_client) > cents(limits.client_limit)))
  );
}
