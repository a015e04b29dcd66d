import { Checkbox, Stack } from '@mantine/core';
import { positionColumnWords as words } from '@clearbook/contracts/words/position-columns';
import { Columns3 } from 'lucide-react';
import { Drop } from '../chart/drop.tsx';
import { POSITION_COLUMNS, usePositionColumns } from './column-choice.ts';
import { positionColumns } from './position-columns.tsx';

const HEADERS = positionColumns({ bySymbol: new Map(), onAmend: () => undefined });

/** Which columns the open positions show on this device. */
export default function ColumnMenu() {
  const [chosen, toggle] = usePositionColumns();
  return (
    <Drop label={words.choose} icon={<Columns3 size={15} aria-hidden />} bare>
      <Stack gap={6}>
        {POSITION_COLUMNS.filter((column) => column !== 'asset').map((column) => (
          <Checkbox
            key={column}
            size="xs"
            label={HEADERS[column].header}
            checked={chosen.has(column)}
            onChange={() => toggle(column)}
          />
        ))}
      </Stack>
    </Drop>
  );
}
