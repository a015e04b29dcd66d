import { planWords } from '@clearbook/contracts/words/plans';
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import classes from './packages.module.css';

const { add: words } = planWords;

type Props = {
  features: readonly string[];
  typed: string;
  error: string | true | undefined;
  onType: (text: string) => void;
  onAdd: () => void;
  onRemove: (index: number) => void;
};

/** What a package offers, one line after the other. */
export function FeaturesField({ features, typed, error, onType, onAdd, onRemove }: Props) {
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || typed.trim() === '') return;
    event.preventDefault();
    onAdd();
  };
  return (
    <div>
      <div className={classes.feature}>
        <TextInput
          className={classes.grow ?? ''}
          label={words.feature}
          description={words.featureHint}
          autoComplete="off"
          maxLength={120}
          value={typed}
          onChange={(event) => onType(event.currentTarget.value)}
          onKeyDown={onEnter}
          error={error}
        />
        <Button variant="default" leftSection={<Plus size={16} aria-hidden />} onClick={onAdd}>
          {words.addFeature}
        </Button>
      </div>
      {features.length > 0 && (
        <ul className={classes.features} aria-label={words.features}>
          {features.map((text, i) => (
            <li key={`${i} ${text}`}>
              <span>{text}</span>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={words.removeFeature(text)}
                onClick={() => onRemove(i)}
              >
                <X size={16} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
