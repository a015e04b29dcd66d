import type { AdminVerification } from '@clearbook/contracts/identity';
import { identityDateWords as words } from '@clearbook/contracts/words/identity-dates';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDate, NO_VALUE } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import type { Fact } from './facts.tsx';
import { useCan } from './use-can.ts';

/** When the document expires and is looked at again, of an identity that is approved. */
export function datesFacts({ is_verified, dates }: Pick<AdminVerification, 'is_verified' | 'dates'>): Fact[] {
  if (!is_verified) return [];
  const expires = <Expires verification={{ is_verified, dates }} />;
  if (dates === null) return [[words.expires, expires]];
  return [
    [words.expires, expires],
    [
      words.review,
      dates.review_on <= new Date().toISOString().slice(0, 10)
        ? words.due(formatDate(dates.review_on))
        : formatDate(dates.review_on),
    ],
  ];
}

/** The same on a client's page, for whoever may see their verification. */
export function useDatesFacts(userId: string, verified: boolean): Fact[] {
  const may = useCan()('verification.read');
  const { data } = useQuery({ ...queries.adminVerification(userId), enabled: verified && may });
  if (!verified || !may) return [];
  return data === undefined ? [[words.expires, NO_VALUE]] : datesFacts(data);
}

type Props = { verification: Pick<AdminVerification, 'is_verified' | 'dates'> };

/** The last day of a document, in words where there is none. */
export function Expires({ verification: { is_verified: verified, dates } }: Props) {
  if (!verified) return NO_VALUE;
  if (dates === null)
    return (
      <Text span inherit c="dimmed">
        {words.notRecorded}
      </Text>
    );
  const { expires_on: expires, validity } = dates;
  if (expires === null) return words.never;
  return validity === 'expired' ? (
    <Text span inherit c="var(--danger)">
      {words.expired(formatDate(expires))}
    </Text>
  ) : (
    formatDate(expires)
  );
}
