import { takeTimeOutBody, type TimeOutLength } from '@clearbook/contracts/protection';
import { messages } from '@clearbook/contracts/messages';
import { protectionWords } from '@clearbook/contracts/words/protection';
import { uiWords } from '@clearbook/contracts/words/ui';
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { focusFirstError } from '../../lib/form.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { ChoiceCards } from '../../ui/choice-cards.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';
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
  const [length, setLength] = useState<TimeOutLength | null>(null);
  const [phrase, setPhrase] = useState('');
  const [errors, setErrors] = useState<{ length?: string; phrase?: string }>({});
  const take = useSubmit('POST /me/time-outs', {
    form: { values: `${length} ${phrase}` },
    failed: messages.protection.failed,
    topics: ['protection'],
    onSuccess: () => {
      toast.success(words.begun);
      onClose();
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    const body = takeTimeOutBody.safeParse({ length: length ?? undefined });
    const wrong = {
      ...(body.success ? {} : { length: messages.protection.lengthRequired }),
      ...(phrase.trim().toLowerCase() === words.phrase ? {} : { phrase: words.mistyped(words.phrase) }),
    };
    setErrors(wrong);
    if (body.success && Object.keys(wrong).length === 0) void take.submit({ body: body.data });
    else focusFirstError();
  };
  return (
    <Modal opened={opened} onClose={onClose} title={words.title} closeButtonProps={{ 'aria-label': uiWords.close }}>
      <form onSubmit={send} noValidate>
        <Stack gap="md">
          <ChoiceCards
            legend={words.legend}
            choices={LENGTHS}
            value={length}
            onChange={setLength}
            error={errors.length}
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
            value={phrase}
            onChange={(event) => setPhrase(event.currentTarget.value)}
            error={errors.phrase}
          />
          <FormErrorSummary>{take.problem?.detail}</FormErrorSummary>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {uiWords.cancel}
            </Button>
            <Button type="submit" color="loss" loading={take.pending}>
              {words.button}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
