import { Button, TextInput } from '@mantine/core';
import { chartWords as words } from '@clearbook/contracts/words/chart';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { API_BASE } from '../../../lib/api.ts';
import { queries } from '../../../lib/queries.ts';
import classes from './chart.module.css';
import { Drop } from './drop.tsx';

/** A day's quotes as a file, where the market can say them again. */
export function TicksMenu({ symbol }: { symbol: string }) {
  const { data } = useQuery(queries.marketStatus());
  const first = data?.ticks_from?.slice(0, 10);
  if (first === undefined) return null;
  return (
    <Drop label={words.ticksFile} icon={<Download size={14} aria-hidden />}>
      <TicksForm symbol={symbol} first={first} />
    </Drop>
  );
}

function TicksForm({ symbol, first }: { symbol: string; first: string }) {
  const today = new Date().toISOString().slice(0, 10);
  const [day, setDay] = useState(today);
  const fits = day >= first && day <= today;
  return (
    <>
      <p className={classes.hint}>{words.ticksHint}</p>
      <TextInput
        size="xs"
        type="date"
        label={words.ticksDay}
        min={first}
        max={today}
        value={day}
        error={fits ? undefined : words.ticksBounds(first, today)}
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
          {words.ticksGet(symbol)}
        </Button>
      )}
    </>
  );
}
