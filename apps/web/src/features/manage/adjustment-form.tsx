import { adjustmentBody } from '@clearbook/contracts/admin';
import type { AdminUser } from '@clearbook/contracts/admin';
import { messages } from '@clearbook/contracts/messages';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { Group, Radio } from '@mantine/core';
import { ManualEntry, type ManualValues } from './manual-entry.tsx';

const { user: text } = words;
type Values = ManualValues & { direction: 'credit' | 'debit' };
const empty: Values = { direction: 'credit', amount: '', corrects: '', reason: '' };

/** Credit/Debit User (D6): the only manual entry, always with a reason; a debit names the entry that it corrects. */
export function AdjustmentForm({ user }: { user: AdminUser }) {
  return (
    <ManualEntry
      user={user}
      route="POST /admin/users/:id/adjustments"
      schema={adjustmentBody}
      topics={['users', 'account', 'proposals']}
      empty={empty}
      bodyOf={bodyOf}
      takes={({ direction }) => direction === 'debit'}
      intro={text.adjustIntro}
      correctsLabel={text.corrects}
      submit={text.submit}
      failed={messages.admin.adjustmentFailed}
      question={({ direction }, amount) => ({
        title: amount === null ? text.adjust : (direction === 'debit' ? text.confirmDebit : text.confirmCredit)(amount),
        act: text[direction],
      })}
    >
      {(form) => (
        <Radio.Group label={text.direction} {...form.getInputProps('direction')}>
          <Group mt={4}>
            <Radio value="credit" label={text.credit} />
            <Radio value="debit" label={text.debit} />
          </Group>
        </Radio.Group>
      )}
    </ManualEntry>
  );
}

function bodyOf({ direction, amount, corrects, reason }: Values) {
  const common = { direction, amount: amount.trim(), reason };
  return direction === 'debit' && corrects !== '' ? { ...common, corrects } : common;
}
