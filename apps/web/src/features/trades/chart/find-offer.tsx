import { TextInput } from '@mantine/core';

type Props = { label: string; wanted: string; onWanted: (wanted: string) => void; onEnter: () => void };

/** Narrows a list of what can be added; Enter adds the first of it. */
export function FindOffer({ label, wanted, onWanted, onEnter }: Props) {
  return (
    <TextInput
      size="xs"
      label={label}
      value={wanted}
      onChange={(event) => onWanted(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || wanted.trim() === '') return;
        event.preventDefault();
        onEnter();
        onWanted('');
      }}
    />
  );
}
