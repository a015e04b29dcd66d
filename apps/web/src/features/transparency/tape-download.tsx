import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { Transparency } from '@clearbook/contracts/transparency';
import { transparencyWords as words } from '@clearbook/contracts/words/transparency';
import { displaySymbol } from '@clearbook/domain/market';
import { useState } from 'react';
import { API_BASE } from '../../lib/api.ts';
import { Question } from './question.tsx';
import classes from './transparency.module.css';

/** A finished day of the tape, for whoever wants to decide fills again. */
export function Tape({ tape }: Pick<Transparency, 'tape'>) {
  if (tape === null) return <Question title={words.tape}>{words.noTape}</Question>;
  const { first_day: first, last_day: last, symbols } = tape;
  return (
    <Question title={words.tape}>
      <p>{words.tapeText}</p>
      {last === null ? <p>{words.tapeSoon}</p> : <TapeForm first={first} last={last} symbols={symbols} />}
    </Question>
  );
}

function TapeForm({ first, last, symbols }: { first: string; last: string; symbols: readonly string[] }) {
  const [symbol, setSymbol] = useState(symbols[0] ?? '');
  const [day, setDay] = useState(last);
  const fits = day >= first && day <= last;
  return (
    <div className={classes.tape}>
      <NativeSelect
        label={words.tapeAsset}
        data={symbols.map((value) => ({ value, label: displaySymbol(value) }))}
        value={symbol}
        onChange={(event) => setSymbol(event.currentTarget.value)}
      />
      <TextInput
        type="date"
        label={words.tapeDay}
        min={first}
        max={last}
        value={day}
        error={fits ? undefined : words.tapeBounds(first, last)}
        onChange={(event) => setDay(event.currentTarget.value)}
      />
      {fits && (
        <Button
          component="a"
          download
          href={`${API_BASE}/transparency/tape/${encodeURIComponent(symbol)}/ticks.csv?day=${day}`}
        >
          {words.tapeGet(displaySymbol(symbol))}
        </Button>
      )}
    </div>
  );
}
