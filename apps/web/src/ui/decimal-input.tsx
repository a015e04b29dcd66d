import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { plainDecimal } from '../lib/plain-decimal.ts';

export type DecimalInputProps = Omit<TextInputProps, 'value' | 'onChange' | 'inputMode' | 'autoComplete'> & {
  value?: string;
  /** Hears the plain decimal, or what was typed where it is none. */
  onChange: (value: string) => void;
};

/** A field for an amount, a price or lots. Thousands may be separated as somebody is used to; it shows what was typed. */
export function DecimalInput({ value = '', onChange, ...props }: DecimalInputProps) {
  const [typed, setTyped] = useState(value);
  return (
    <TextInput
      {...props}
      inputMode="decimal"
      autoComplete="off"
      value={plainDecimal(typed) === value ? typed : value}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(plainDecimal(event.currentTarget.value));
      }}
    />
  );
}
