import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { Button, MultiSelect, Skeleton } from '@mantine/core';
import type { Instrument } from '@clearbook/contracts';
import type { SignalCoverage } from '@clearbook/contracts/signals';
import { signalWords as words } from '@clearbook/contracts/words/signals';
import { tradeWords } from '@clearbook/contracts/words/trading';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime, formatSymbol } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useInstruments } from '../../lib/use-instruments.ts';
import { useDeclaredForm } from '../../lib/use-declared-form.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/form.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';
import { coverageForm } from './coverage.form.ts';
import classes from './record.module.css';

const CLASSES = ['forex', 'crypto', 'stock'] as const;

/** For which instruments the client sees current signals, and the choice of others. */
export function CoveragePanel() {
  const coverage = useQuery(queries.signalCoverage());
  const { list, bySymbol } = useInstruments();
  const [choosing, setChoosing] = useState(false);
  const { data } = coverage;
  if (data === undefined)
    return (
      <Panel title={words.coverageTitle}>
        {coverage.error === null ? (
          <Skeleton height={90} />
        ) : (
          <ErrorState error={coverage.error} onRetry={() => void coverage.refetch()} />
        )}
      </Panel>
    );
  const name = (symbol: string) => formatSymbol(symbol, bySymbol.get(symbol)?.class);
  const all = data.allowed >= data.instruments;
  const beyond = data.chosen.filter((symbol) => !data.covered.includes(symbol));
  return (
    <Panel
      title={words.coverageTitle}
      actions={
        !all &&
        list !== undefined && (
          <Button variant="default" onClick={() => setChoosing(true)}>
            {words.choose}
          </Button>
        )
      }
    >
      <p>{words.coverageText(data.percent, data.allowed, data.instruments)}</p>
      {all ? (
        <p className={classes.text}>{words.all}</p>
      ) : (
        <>
          <ul className={classes.chips} aria-label={words.coverageTitle}>
            {data.covered.map((symbol) => (
              <li key={symbol}>{name(symbol)}</li>
            ))}
          </ul>
          {beyond.length > 0 && <p className={classes.text}>{words.uncovered(beyond.map(name).join(', '))}</p>}
        </>
      )}
      {list !== undefined && choosing && <Chooser coverage={data} list={list} onClose={() => setChoosing(false)} />}
    </Panel>
  );
}

type ChooserProps = { coverage: SignalCoverage; list: Instrument[]; onClose: () => void };

function Chooser({ coverage, list, onClose }: ChooserProps) {
  const [dropped, setDropped] = useState(false);
  const save = useDeclaredForm(coverageForm, coverage, {
    onDone: () => {
      toast.success(words.saved);
      onClose();
    },
  });
  const choose = (wanted: string[]) => {
    save.form.setFieldValue('symbols', wanted);
    // Nothing more can be chosen: the list makes way for the button.
    if (wanted.length >= coverage.allowed) setDropped(false);
  };
  return (
    <Dialog opened onClose={onClose} title={words.choose}>
      <DialogForm
        act={words.save}
        pending={save.pending}
        refusal={save.problem?.detail}
        onSend={save.send}
        onClose={onClose}
      >
        <p className={classes.text}>{words.coverageRule}</p>
        <MultiSelect
          label={words.chooseLabel}
          description={words.chooseHint(save.preview)}
          data={CLASSES.map((of) => ({
            group: tradeWords.classes[of],
            items: list
              .filter((each) => each.class === of)
              .map((each) => ({ value: each.symbol, label: formatSymbol(each.symbol, each.class) })),
          }))}
          value={save.values.symbols}
          onChange={choose}
          dropdownOpened={dropped}
          onDropdownOpen={() => setDropped(true)}
          onDropdownClose={() => setDropped(false)}
          maxValues={coverage.allowed}
          searchable
          hidePickedOptions
          withScrollArea={false}
          styles={{ options: { maxHeight: 260, overflowY: 'auto' } }}
          nothingFoundMessage={tradeWords.noAsset}
          clearButtonProps={{ 'aria-label': words.clearChoice }}
        />
        {coverage.next_change_at !== null && (
          <p className={classes.text}>{words.nextChange(formatDateTime(coverage.next_change_at))}</p>
        )}
      </DialogForm>
    </Dialog>
  );
}
