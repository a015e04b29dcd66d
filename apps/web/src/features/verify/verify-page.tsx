import { verifyWords as words } from '@clearbook/contracts/words/verify';
import { Button, TextInput } from '@mantine/core';
import clsx from 'clsx';
import { useEffect, useRef, useState, type DragEvent } from 'react';
import { PublicFrame } from '../access/public-frame.tsx';
import { FileVerdict } from './file-verdict.tsx';
import { LogAlarmSlot } from './log-alarm-slot.tsx';
import { seenLog } from './seen.ts';
import { MOST, useFileCheck } from './use-file-check.ts';
import classes from './verify.module.css';

/** /verify: checks a file in this browser. Nothing of it is sent anywhere. */
export default function VerifyPage() {
  const [key, setKey] = useState('');
  const check = useFileCheck(key.trim());
  const { state } = check;
  const heading = useRef<HTMLDivElement>(null);
  // The verdict takes the place of what had the focus.
  useEffect(() => {
    if (state.kind === 'done') heading.current?.focus();
  }, [state]);
  return (
    <PublicFrame wide heading={words.heading} title={words.title} text={words.intro}>
      <LogAlarmSlot />
      <div className={classes.page}>
        {state.kind === 'idle' && <ChooseFile onFile={check.start} keyText={key} onKey={setKey} />}
        {state.kind === 'running' && <Running name={state.name} progress={state.progress} onCancel={check.cancel} />}
        {state.kind === 'done' && (
          <div ref={heading} tabIndex={-1} className={classes.outcome} role="group" aria-label={state.name}>
            <FileVerdict result={state.result} onAgain={check.cancel} onRetry={check.retry} />
          </div>
        )}
      </div>
    </PublicFrame>
  );
}

type ChooseProps = { onFile: (file: File) => void; keyText: string; onKey: (key: string) => void };

function ChooseFile({ onFile, keyText, onKey }: ChooseProps) {
  const [over, setOver] = useState(false);
  const taken = (event: DragEvent, inside: boolean) => {
    event.preventDefault();
    setOver(inside);
  };
  return (
    <>
      <div
        className={clsx(classes.drop, over && classes.over)}
        onDragOver={(event) => taken(event, true)}
        onDragLeave={(event) => taken(event, false)}
        onDrop={(event) => {
          taken(event, false);
          const [file] = event.dataTransfer.files;
          if (file !== undefined) onFile(file);
        }}
      >
        <label htmlFor="file" className={classes.label}>
          {words.file}
        </label>
        <input
          id="file"
          type="file"
          accept=".zip,.json,application/zip,application/json"
          className={classes.file}
          aria-describedby="file-hint"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            if (file !== undefined) onFile(file);
          }}
        />
        <p id="file-hint" className={classes.dim}>
          {words.fileHint(MOST)} {words.drop}
        </p>
      </div>
      <details className={classes.fold}>
        <summary>{words.keyFold}</summary>
        <p>{seenLog() === undefined ? words.keyFirst : words.keyKept}</p>
        <TextInput
          label={words.key}
          description={words.keyHint}
          value={keyText}
          maxLength={500}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => onKey(event.currentTarget.value)}
        />
      </details>
    </>
  );
}

type RunningProps = { name: string; progress: number; onCancel: () => void };

function Running({ name, progress, onCancel }: RunningProps) {
  return (
    <div className={classes.drop}>
      <p role="status" className={classes.label} dir="auto">
        {words.running(name)}
      </p>
      <progress className={classes.progress} value={progress} max={100} aria-label={words.progress} />
      <p className={classes.dim}>{words.runningText}</p>
      <div>
        <Button variant="default" onClick={onCancel}>
          {words.cancel}
        </Button>
      </div>
    </div>
  );
}
