import { Button, CloseButton, Switch, TextInput } from '@mantine/core';
import type { Drawing } from '@clearbook/contracts';
import { drawing as drawingRule, MAX_DRAWINGS, MAX_NOTE_LENGTH } from '@clearbook/contracts/chart';
import { messages } from '@clearbook/contracts/messages';
import { chartWords as words } from '@clearbook/contracts/words/chart';
import { panelWords } from '@clearbook/contracts/words/chart-panels';
import { useState } from 'react';
import { safeParse } from 'zod/v4/core';
import { STORED } from '../../../app/storage-names.ts';
import { useStored } from '../../../lib/stored.ts';
import classes from './chart.module.css';

const KINDS = ['trend', 'level', 'ray', 'rectangle', 'fibonacci', 'text'] as const satisfies Drawing['kind'][];

type Props = {
  drawings: readonly Drawing[];
  onTool: (kind: Drawing['kind']) => void;
  onChange: (next: readonly Drawing[]) => void;
  undo: (() => void) | null;
  redo: (() => void) | null;
};

/** What can be drawn, and everything that was: each by its prices and its text, so that no pointer is needed. */
export default function DrawingPanel({ drawings, onTool, onChange, undo, redo }: Props) {
  const [magnet, setMagnet] = useStored(STORED.magnet, 'off');
  const full = drawings.length >= MAX_DRAWINGS;
  return (
    <>
      <div className={classes.tools} role="group" aria-label={words.draw}>
        {KINDS.map((kind) => (
          <Button key={kind} variant="default" size="compact-sm" disabled={full} onClick={() => onTool(kind)}>
            {words.kinds[kind]}
          </Button>
        ))}
      </div>
      <div className={classes.tools}>
        {(
          [
            [panelWords.undo, undo],
            [panelWords.redo, redo],
          ] as const
        ).map(([label, step]) => (
          <Button
            key={label}
            variant="subtle"
            size="compact-sm"
            // It keeps the focus of whoever takes back the last step there is.
            {...(step === null && { 'data-disabled': true })}
            aria-disabled={step === null}
            onClick={() => step?.()}
          >
            {label}
          </Button>
        ))}
        <Switch
          size="xs"
          label={panelWords.magnet}
          checked={magnet === 'on'}
          onChange={(event) => setMagnet(event.currentTarget.checked ? 'on' : 'off')}
        />
      </div>
      {full && <p className={classes.hint}>{messages.chart.drawings}</p>}
      {drawings.length === 0 ? (
        <p className={classes.hint}>{panelWords.noDrawings}</p>
      ) : (
        <>
          <ul className={classes.rows} aria-label={panelWords.drawings}>
            {drawings.map((one) => (
              <DrawingRow
                key={one.key}
                one={one}
                onChange={(next) => onChange(drawings.map((other) => (other.key === next.key ? next : other)))}
                onRemove={() => onChange(drawings.filter(({ key }) => key !== one.key))}
              />
            ))}
          </ul>
          <Button variant="subtle" color="loss" size="compact-sm" onClick={() => onChange([])}>
            {panelWords.removeAll}
          </Button>
        </>
      )}
    </>
  );
}

function DrawingRow({
  one,
  onChange,
  onRemove,
}: {
  one: Drawing;
  onChange: (next: Drawing) => void;
  onRemove: () => void;
}) {
  const kind = words.kinds[one.kind];
  return (
    <li className={classes.row}>
      <div className={classes.rowHead}>
        <strong>{kind}</strong>
        <CloseButton size="sm" aria-label={panelWords.removeDrawing(kind)} onClick={onRemove} />
      </div>
      <div className={classes.settings}>
        {one.kind === 'text' && (
          <Field
            label={panelWords.note}
            value={one.text}
            maxLength={MAX_NOTE_LENGTH}
            onValue={(text) => checked({ ...one, text }, onChange)}
          />
        )}
        {one.points.map((point, i) => (
          <Field
            // A drawing's corners have no names of their own and never change places.
            // oxlint-disable-next-line react/no-array-index-key
            key={i}
            label={one.points.length === 1 ? panelWords.drawingLevel : panelWords.drawingPrice(i + 1)}
            value={point.price}
            onValue={(price) =>
              checked(
                { ...one, points: one.points.map((other, k) => (k === i ? { ...other, price } : other)) },
                onChange,
              )
            }
          />
        ))}
      </div>
    </li>
  );
}

/** Says what is wrong, or null once the change is made. */
function checked(wanted: unknown, onChange: (next: Drawing) => void): string | null {
  const read = safeParse(drawingRule, wanted);
  if (!read.success) return read.error.issues[0]?.message ?? messages.chart.price;
  onChange(read.data);
  return null;
}

/** Taken over when somebody leaves the field or presses Enter; what cannot be taken stays, with the reason. */
function Field({
  label,
  value,
  maxLength,
  onValue,
}: {
  label: string;
  value: string;
  maxLength?: number;
  onValue: (text: string) => string | null;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const take = () => {
    if (typed === null || typed === value) return;
    const wrong = onValue(typed);
    setProblem(wrong);
    if (wrong === null) setTyped(null);
  };
  return (
    <TextInput
      size="xs"
      label={label}
      value={typed ?? value}
      error={problem}
      {...(maxLength !== undefined && { maxLength })}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => event.key === 'Enter' && take()}
    />
  );
}
