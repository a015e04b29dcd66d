import type { AdminUser } from '@clearbook/contracts/admin';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { Group, Radio } from '@mantine/core';
import { adjustmentForm, adjustmentQuestion } from './manual.form.ts';
import { ManualEntry } from './manual-entry.tsx';

const { user: text } = words;
const said = { intro: text.adjustIntro, corrects: text.corrects, submit: text.submit };

/** Credit/Debit User (D6): the only manual entry, always with a reason; a debit names the entry that it corrects. */
export function AdjustmentForm({ user }: { user: AdminUser }) {
  return (
    <ManualEntry user={user} declaration={adjustmentForm} question={adjustmentQuestion} words={said}>
      {({ field }) => (
        <Radio.Group label={text.direction} {...field('direction')}>
          <Group mt={4}>
            <Radio value="credit" label={text.credit} />
            <Radio value="debit" label={text.debit} />
          </Group>
        </Radio.Group>
      )}
    </ManualEntry>
  );
}
