import { Button, TextInput } from '@mantine/core';
import { panelWords } from '@clearbook/contracts/words/chart-panels';
import { displaySymbol } from '@clearbook/domain/market';
import { useState } from 'react';
import { API_BASE } from '../../../lib/api.ts';
import classes from './chart.module.css';

/** Which day's quotes, and the link to them. */
export default function TicksForm({ symbol, first }: { symbol: string; first: string }) {
  const today = new Date().toISOString().slice(0, 10);
  const [day, setDay] = useState(today);
  const fits = day >= first && day <= today;
  return (
    <>
      <p className={classes.hint}>{panelWords.ticksHint}</p>
      <TextInput
        size="xs"
        type="date"
        label={panelWords.ticksDay}
        min={first}
        max={today}
        value={day}
        error={fits ? undefined : panelWords.ticksBounds(first, today)}
        onChange={(event) => setDay(event.currentTarget.value)}
      />
      {fits && (
        <Button
          component="a"
          size="xs"
          mt={8}
          download
          href={`${API_BASE}/instruments/${encodeURIComponent(symbol)}/ticks.csv?day=${day}`}
        >
          {panelWords.ticksGet(displaySymbol(symbol))}
        </Button>
      )}
    </>
  );
}
