import { recordTradeBody } from '@clearbook/contracts/admin';
import type { AdminUser } from '@clearbook/contracts/admin';
import { messages } from '@clearbook/contracts/messages';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { Group, NativeSelect, Radio } from '@mantine/core';
import { formatSymbol } from '../../lib/format.ts';
import { useInstruments } from '../../lib/use-instruments.ts';
import { ManualEntry, type ManualValues } from './manual-entry.tsx';

const { record: text } = words;
type Values = ManualValues & { type: 'profit' | 'loss'; symbol: string; side: 'buy' | 'sell' };
const empty: Values = { type: 'profit', symbol: 'EURUSD', side: 'buy', amount: '', corrects: '', reason: '' };

/** "Add Trade" (D6): a profit or loss written down by hand, shown to the client as what it is. A loss names the entry that it corrects. */
export function RecordTradeForm({ user }: { user: AdminUser }) {
  const { list } = useInstruments();
  return (
    <ManualEntry
      user={user}
      route="POST /admin/users/:id/trades"
      schema={recordTradeBody}
      topics={['users', 'account', 'trades', 'proposals']}
      empty={empty}
      bodyOf={bodyOf}
      takes={({ type }) => type === 'loss'}
      intro={text.intro}
      correctsLabel={text.corrects}
      submit={text.submit}
      failed={messages.manual.failed}
      question={({ type }, amount) => ({
        title: (type === 'loss' ? text.confirmLoss : text.confirmProfit)(amount ?? ''),
        act: text.submit,
      })}
    >
      {(form) => (
        <>
          <Radio.Group label={text.type} {...form.getInputProps('type')}>
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
              {...form.getInputProps('symbol')}
            />
            <NativeSelect
              label={text.side}
              data={[
                { value: 'buy', label: words.trades.buy },
                { value: 'sell', label: words.trades.sell },
              ]}
              {...form.getInputProps('side')}
            />
          </Group>
        </>
      )}
    </ManualEntry>
  );
}

function bodyOf({ corrects, amount, ...rest }: Values) {
  const common = { ...rest, amount: amount.trim() };
  return rest.type === 'loss' && corrects !== '' ? { ...common, corrects } : common;
}
