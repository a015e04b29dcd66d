import { accountWords } from '@clearbook/contracts/words/account';
import { TextInput } from '@mantine/core';
import type { ComponentProps } from 'react';

const words = accountWords.login;

/** The authenticator's code, beside the password, where two-factor is on. */
export function CodeField(props: Omit<ComponentProps<typeof TextInput>, 'label' | 'description'>) {
  return (
    <TextInput
      label={words.label}
      description={words.hint}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={20}
      {...props}
    />
  );
}
