import type { TimeOutLength } from '@clearbook/contracts/protection';
import { protectionWords } from '@clearbook/contracts/words/protection';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useDeclaredForm } from '../../lib/use-declared-form.ts';
import { ChoiceCards } from '../../ui/choice-cards.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/form.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';
import { breakForm } from './protection.form.ts';
import classes from './protection.module.css';

const words = protectionWords.break;
const LENGTHS = (Object.keys(words.lengths) as TimeOutLength[]).map((value) => ({ value, ...words.lengths[value] }));

/** The way into a break. What it stops, and that nobody can end it, is said before it is confirmed in words. */
export function BreakPanel({ resting }: { resting: boolean }) {
  const [asked, setAsked] = useState(0);
  const [open, setOpen] = useState(false);
  return (
    <Panel title={words.title}>
      <div className={classes.break}>
        <p className={classes.prose}>{words.text}</p>
        <Button
          variant="default"
          onClick={() => {
            setAsked((times) => times + 1);
            setOpen(true);
          }}
        >
          {resting ? words.longer : words.button}
        </Button>
      </div>
      <BreakDialog key={asked} opened={open} onClose={() => setOpen(false)} />
    </Panel>
  );
}

function BreakDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const take = useDeclaredForm(breakForm, undefined, {
    onDone: () => {
      toast.success(words.begun);
      onClose();
    },
  });
  return (
    <Dialog opened={opened} onClose={onClose} title={words.title}>
      <DialogForm
        act={words.button}
        danger
        pending={take.pending}
        refusal={take.problem?.detail}
        onSend={take.send}
        onClose={onClose}
      >
        <ChoiceCards
          legend={words.legend}
          choices={LENGTHS}
          value={take.values.length}
          onChange={(length) => take.form.setFieldValue('length', length)}
          error={take.errors['length']}
        />
        <ul className={classes.points}>
          <li>{words.stops}</li>
          <li>{words.open}</li>
          <li>{words.exclusion}</li>
        </ul>
        <TextInput
          label={words.confirm(words.phrase)}
          autoComplete="off"
          autoCapitalize="none"
          {...take.field('phrase')}
        />
      </DialogForm>
    </Dialog>
  );
}
