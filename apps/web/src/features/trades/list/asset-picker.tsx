import { Select, Tabs } from '@mantine/core';
import type { Instrument } from '@clearbook/contracts';
import { tradeWords as words } from '@clearbook/contracts/words/trading';
import { matchesAsset } from '@clearbook/domain/market';
import classes from '../ticket/ticket.module.css';

const CLASSES = ['forex', 'crypto', 'stock'] as const;

type Props = { list: Instrument[]; instrument: Instrument; onChoose: (symbol: string) => void };

/** Category tabs and a searchable selector. A category opens on its first asset. */
export function AssetPicker({ list, instrument, onChoose }: Props) {
  const first = (of: string | null) => {
    const found = list.find((other) => other.class === of);
    if (found !== undefined && of !== instrument.class) onChoose(found.symbol);
  };
  return (
    <Tabs value={instrument.class} onChange={first} className={classes.picker ?? ''}>
      <Tabs.List grow>
        {CLASSES.map((of) => (
          <Tabs.Tab key={of} value={of}>
            {words.classes[of]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {CLASSES.map((of) => (
        <Tabs.Panel key={of} value={of} className={classes.pickerPanel ?? ''}>
          {of === instrument.class && (
            <Select
              aria-label={words.asset}
              searchable
              allowDeselect={false}
              nothingFoundMessage={words.noAsset}
              withScrollArea={false}
              styles={{ options: { maxHeight: 320, overflowY: 'auto' } }}
              data={list
                .filter((other) => other.class === of)
                .map(({ symbol, name }) => ({ value: symbol, label: optionLabel(symbol, name) }))}
              filter={({ options, search }) =>
                options.filter((option) => 'value' in option && matchesAsset(String(option.value), search))
              }
              value={instrument.symbol}
              onChange={(symbol) => symbol !== null && onChoose(symbol)}
            />
          )}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** Found by either: "EURUSD" and "EUR/USD" are both what people type. */
function optionLabel(symbol: string, name: string): string {
  return name.includes(symbol) ? name : `${symbol} \u00b7 ${name}`;
}
