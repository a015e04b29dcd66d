import { searchWords as words } from '@clearbook/contracts/words/search';
import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useSearch } from './use-search.ts';
import classes from './search.module.css';

/** Finds clients and their records. Arrows go through the results, Enter opens one. */
export function SearchField() {
  const [typed, setTyped] = useState('');
  const { state, groups } = useSearch(typed);
  const navigate = useNavigate();
  const box = useCombobox({ onDropdownClose: () => box.resetSelectedOption() });
  const lines = groups.flatMap((group) => group.lines);
  const open = (id: string) => {
    const line = lines.find((one) => one.id === id);
    if (line === undefined) return;
    box.closeDropdown();
    setTyped('');
    void navigate(line.to);
  };
  return (
    <Combobox store={box} onOptionSubmit={open} position="bottom-end" withinPortal>
      <Combobox.Target>
        <TextInput
          type="search"
          className={classes.field ?? ''}
          aria-label={words.label}
          placeholder={words.placeholder}
          leftSection={<Search size={16} aria-hidden />}
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            box.openDropdown();
            box.updateSelectedOptionIndex();
          }}
          onFocus={() => box.openDropdown()}
          onBlur={() => box.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={state === 'idle'} className={classes.results ?? ''}>
        <Combobox.Options aria-label={words.results}>
          {groups.map(({ group, lines: found }) => (
            <Combobox.Group key={group} label={words.groups[group]}>
              {found.map((line) => (
                <Combobox.Option key={line.id} value={line.id}>
                  <span className={classes.label} dir="auto">
                    {line.label}
                  </span>
                  <span className={classes.hint} dir="auto">
                    {line.hint}
                  </span>
                </Combobox.Option>
              ))}
            </Combobox.Group>
          ))}
          {groups.length === 0 && <Combobox.Empty>{said(state)}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function said(state: 'idle' | 'looking' | 'failed' | 'found'): string {
  if (state === 'failed') return words.failed;
  return state === 'found' ? words.nothing : words.looking;
}
