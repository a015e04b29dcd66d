import { Switch } from '@mantine/core';
import { sizeWords as words } from '@clearbook/contracts/words/size';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTwoFields } from './size-settings.ts';
import classes from './ticket.module.css';

/** What few want, folded away: amount and lots as two fields of their own. */
export function Advanced({ onApart }: { onApart: () => void }) {
  const [two, setTwo] = useTwoFields();
  const [open, setOpen] = useState(false);
  return (
    <section aria-label={words.advanced}>
      <button type="button" className={classes.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
        {words.advanced}
        <ChevronDown size={16} aria-hidden />
      </button>
      {open && (
        <Switch
          size="sm"
          label={words.twoFields}
          description={words.twoFieldsHint}
          checked={two}
          onChange={({ currentTarget }) => {
            setTwo(currentTarget.checked);
            if (currentTarget.checked) onApart();
          }}
        />
      )}
    </section>
  );
}
