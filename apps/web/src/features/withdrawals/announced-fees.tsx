import type { WithdrawalTerms } from '@clearbook/contracts/funding';
import { withdrawalWords as words } from '@clearbook/contracts/words/withdrawals';
import { Alert } from '@mantine/core';
import { formatDate } from '../../lib/format.ts';

/** What the fee changes to and from when, as the client was told. Nothing where nothing was announced. */
export function AnnouncedFees({
  terms,
}: {
  terms: Pick<WithdrawalTerms, 'announced_fees' | 'fee_applies' | 'fee_percent'>;
}) {
  if (terms.announced_fees.length === 0) return null;
  const sentences = terms.announced_fees.map(({ from, percent }) => words.feeFrom(formatDate(from), percent));
  return (
    <Alert color="ink" mb="md">
      {sentences.join(' ')} {terms.fee_applies ? words.feeUntil(terms.fee_percent) : words.feeNoneUntil}
    </Alert>
  );
}
