import { ActionIcon, TextInput } from '@mantine/core';
import { tradeWords as words } from '@clearbook/contracts/words/trading';
import { uiWords } from '@clearbook/contracts/words/ui';
import { Search, Star, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import classes from './market.module.css';

export type Filter = { text: string; watched: boolean };
export const NO_FILTER: Filter = { text: '', watched: false };
/** Where `/` leads. */
export const FIND_ID = 'find-asset';

type Props = { value: Filter; onChange: (value: Filter) => void };

/** Search over all three categories, and the switch to what is watched. The arrow keys lead from the search into the list. */
export function MarketFilter({ value, onChange }: Props) {
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape' && value.text !== '') onChange({ ...value, text: '' });
    else if (event.key === 'ArrowDown' || event.key === 'Enter') {
      const row = event.currentTarget.closest('section')?.querySelector<HTMLElement>('[data-market-row]');
      if (event.key === 'ArrowDown') row?.focus();
      else row?.click();
    } else return;
    event.preventDefault();
  };
  return (
    <div className={classes.filter}>
      <TextInput
        id={FIND_ID}
        type="search"
        size="xs"
        className={classes.find ?? ''}
        aria-label={words.findAsset}
        placeholder={words.findAsset}
        autoComplete="off"
        value={value.text}
        onChange={(event) => onChange({ ...value, text: event.currentTarget.value })}
        onKeyDown={onKey}
        leftSection={<Search size={14} aria-hidden />}
        rightSection={
          value.text === '' ? null : (
            <button
              type="button"
              className={classes.clear}
              aria-label={uiWords.clearSearch}
              onClick={() => onChange({ ...value, text: '' })}
            >
              <X size={14} aria-hidden />
            </button>
          )
        }
      />
      <ActionIcon
        variant={value.watched ? 'light' : 'default'}
        size={30}
        aria-label={words.watchlist}
        aria-pressed={value.watched}
        onClick={() => onChange({ ...value, watched: !value.watched })}
      >
        <Star size={15} aria-hidden fill={value.watched ? 'currentColor' : 'none'} />
      </ActionIcon>
    </div>
  );
}
