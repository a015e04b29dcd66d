import type { AdminUser } from '@clearbook/contracts/admin';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { Group, NativeSelect, Radio } from '@mantine/core';
import { formatSymbol } from '../../lib/format.ts';
import { useInstruments } from '../../lib/use-instruments.ts';
import { recordTradeForm, recordTradeQuestion } from './manual.form.ts';
import { ManualEntry } from './manual-entry.tsx';

const { record: text } = words;
const said = { intro: text.intro, corrects: text.corrects, submit: text.submit };

/** "Add Trade" (D6): a profit or loss written down by hand, shown to the client as what it is. A loss names the entry that it corrects. */
export function RecordTradeForm({ user }: { user: AdminUser }) {
  const { list } = useInstruments();
  return (
    <ManualEntry user={user} declaration={recordTradeForm} question={recordTradeQuestion} words={said}>
      {({ field }) => (
        <>
          <Radio.Group label={text.type} {...field('type')}>
            <Group mt={4}>
              <Radio value="profit" label={text.profit} />
              <Radio value="loss" label={text.loss} />
            </Group>
          </Radio.Group>
          <Group grow align="start">
            <NativeSelect
              label={text.symbol}
              data={(list ?? [{ symbol: 'EURUSD', class: 'forex' as const }]).map((each) => ({
                value: each.symbol,
                label: formatSymbol(each.symbol, each.class),
              }))}
              {...field('symbol')}
            />
            <NativeSelect
              label={text.side}
              data={[
                { value: 'buy', label: words.trades.buy },
                { value: 'sell', label: words.trades.sell },
              ]}
              {...field('side')}
            />
          </Group>
        </>
      )}
    </ManualEntry>
  );
}
