import { actionWords as words } from '@clearbook/contracts/words/actions';
import { messages } from '@clearbook/contracts/messages';
import { Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSubmit } from '../../../lib/use-submit.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { DialogForm } from '../../../ui/form.tsx';
import { toast } from '../../../ui/toast.ts';
import { Sheet } from '../sheet.tsx';
import { tradingQueries } from '../trading-queries.ts';
import { levelsFrom } from './margin-call.form.ts';
import classes from './positions.module.css';

/** At which margin levels the client is told, before a position is closed out. */
export default function MarginCallDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { data, error, refetch } = useQuery({ ...tradingQueries.marginCall(), enabled: opened });
  return (
    <Sheet opened={opened} title={words.marginCall} onClose={onClose}>
      {data === undefined && error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton height={140} aria-busy />
      ) : (
        <Levels levels={data.levels} onClose={onClose} />
      )}
    </Sheet>
  );
}

function Levels({ levels, onClose }: { levels: readonly number[]; onClose: () => void }) {
  const [text, setText] = useState(levels.join(', '));
  const [wrong, setWrong] = useState<string | null>(null);
  const { submit, pending, problem } = useSubmit('PUT /me/margin-call', {
    topics: ['trades'],
    onSuccess: () => {
      toast.success(words.marginSaved);
      onClose();
    },
  });
  const send = () => {
    const chosen = levelsFrom(text);
    setWrong(chosen === null ? messages.trade.marginLevels('51', '1000', '5') : null);
    if (chosen !== null) void submit({ body: { levels: chosen } });
  };
  return (
    <DialogForm act={words.marginSave} pending={pending} refusal={problem?.detail} onSend={send} onClose={onClose}>
      <p className={classes.note}>{words.marginCallText}</p>
      <TextInput
        label={words.marginLevels}
        description={words.marginLevelsHint}
        inputMode="numeric"
        value={text}
        error={wrong}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setWrong(null);
        }}
      />
    </DialogForm>
  );
}
