import { CloseButton, TextInput } from '@mantine/core';
import type { ChosenIndicator } from '@clearbook/contracts';
import { MAX_INDICATORS } from '@clearbook/contracts/chart';
import { messages } from '@clearbook/contracts/messages';
import { chartWords as words } from '@clearbook/contracts/words/chart';
import { indicatorFormulas } from '@clearbook/contracts/words/indicator-formulas';
import { panelWords } from '@clearbook/contracts/words/chart-panels';
import { definitionOf, INDICATOR_IDS, settled, type IndicatorId } from '@clearbook/domain/indicators';
import { useState } from 'react';
import type { VolumeKind } from './candles.ts';
import classes from './chart.module.css';
import { FindOffer } from './find-offer.tsx';
import { nameOf, shortNameOf } from './indicator-names.ts';
import { newKey } from './new-key.ts';

type Props = {
  chosen: readonly ChosenIndicator[];
  /** Null: nobody counts volume here, and what needs it is not offered. */
  volume: VolumeKind | null;
  onChange: (chosen: ChosenIndicator[]) => void;
};

/** What is on, its settings and their meaning, and what can be added. */
export default function IndicatorPanel({ chosen, volume, onChange }: Props) {
  const [wanted, setWanted] = useState('');
  const offered = INDICATOR_IDS.filter(
    (id) =>
      (volume !== null || definitionOf(id).needsVolume !== true) && matches(id, volume, wanted.trim().toLowerCase()),
  );
  const full = chosen.length >= MAX_INDICATORS;
  const add = (id: IndicatorId | undefined) => {
    if (id !== undefined && !full) onChange([...chosen, { key: newKey(), id, settings: settled(id, {}) }]);
  };
  return (
    <>
      {chosen.length === 0 ? (
        <p className={classes.hint}>{panelWords.noIndicators}</p>
      ) : (
        <ul className={classes.rows} aria-label={words.indicators}>
          {chosen.map((one) => (
            <ChosenRow
              key={one.key}
              one={one}
              volume={volume}
              onSettings={(settings) =>
                onChange(chosen.map((other) => (other.key === one.key ? { ...other, settings } : other)))
              }
              onRemove={() => onChange(chosen.filter(({ key }) => key !== one.key))}
            />
          ))}
        </ul>
      )}
      {volume !== null && (
        <p className={classes.hint}>{volume === 'ticks' ? panelWords.ticksNote : panelWords.tradedNote}</p>
      )}
      <FindOffer
        label={panelWords.findIndicator}
        wanted={wanted}
        onWanted={setWanted}
        onEnter={() => add(offered[0])}
      />
      {full && <p className={classes.hint}>{messages.chart.indicators}</p>}
      <ul className={classes.offers} aria-label={panelWords.addIndicator}>
        {offered.map((id) => (
          <li key={id}>
            <button type="button" className={classes.offer} disabled={full} onClick={() => add(id)}>
              <span>{nameOf(id, volume)}</span>
              <span className={classes.short}>{shortNameOf(id, volume)}</span>
            </button>
          </li>
        ))}
        {offered.length === 0 && <li className={classes.hint}>{panelWords.noIndicator}</li>}
      </ul>
    </>
  );
}

function ChosenRow({
  one,
  volume,
  onSettings,
  onRemove,
}: {
  one: ChosenIndicator;
  volume: VolumeKind | null;
  onSettings: (settings: Record<string, number>) => void;
  onRemove: () => void;
}) {
  const name = nameOf(one.id, volume);
  const about = indicatorFormulas[one.id];
  const { settings } = definitionOf(one.id);
  return (
    <li className={classes.row}>
      <div className={classes.rowHead}>
        <strong>{name}</strong>
        <CloseButton size="sm" aria-label={panelWords.removeIndicator(name)} onClick={onRemove} />
      </div>
      <p className={classes.hint}>{about}</p>
      {settings.length > 0 && (
        <div className={classes.settings} role="group" aria-label={panelWords.settingsOf(name)}>
          {settings.map(({ key, initial, min, max, step }) => (
            <SettingField
              key={key}
              label={panelWords.settings[key] ?? key}
              {...{ min, max, step }}
              value={one.settings[key] ?? initial}
              onValue={(value) => onSettings(settled(one.id, { ...one.settings, [key]: value }))}
            />
          ))}
        </div>
      )}
    </li>
  );
}

type FieldProps = {
  label: string;
  min: number;
  max: number;
  step: number;
  value: number;
  onValue: (value: number) => void;
};

/** What is out of bounds is not drawn; leaving the field brings it back within them. */
function SettingField({ label, min, max, step, value, onValue }: FieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const number = typed === null || typed.trim() === '' ? Number.NaN : Number(typed);
  const wrong = typed !== null && !(number >= min && number <= max);
  return (
    <TextInput
      size="xs"
      type="number"
      inputMode="decimal"
      label={label}
      {...{ min, max, step }}
      value={typed ?? String(value)}
      error={wrong ? panelWords.bounds(min, max) : undefined}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        if (text.trim() !== '' && Number(text) >= min && Number(text) <= max) onValue(Number(text));
      }}
      onBlur={() => {
        if (wrong && !Number.isNaN(number)) onValue(number);
        setTyped(null);
      }}
    />
  );
}

function matches(id: IndicatorId, volume: VolumeKind | null, wanted: string): boolean {
  return `${nameOf(id, volume)} ${shortNameOf(id, volume)}`.toLowerCase().includes(wanted);
}
