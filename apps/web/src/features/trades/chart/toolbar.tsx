import { ActionIcon } from '@mantine/core';
import type { ChartStyle } from '@clearbook/contracts';
import { INTERVALS } from '@clearbook/contracts/intervals';
import { chartWords as words } from '@clearbook/contracts/words/chart';
import { tradeWords } from '@clearbook/contracts/words/trading';
import { Camera, ChartCandlestick, LocateFixed, TableProperties, type LucideIcon } from 'lucide-react';
import type { AriaAttributes, ReactNode } from 'react';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { KEY_PLACES } from '../key-places.ts';
import type { VolumeKind } from './candles.ts';
import { CompareMenu } from './compare-menu.tsx';
import { Drop } from './drop.tsx';
import { IndicatorMenu } from './indicator-menu.tsx';
import type { Look } from './layout.ts';
import type { Plot } from './plot.ts';
import { ScaleChoice } from './scale-choice.tsx';
import { TicksMenu } from './ticks-menu.tsx';

const STYLES = ['candles', 'bars', 'line', 'area'] as const satisfies ChartStyle[];

type Props = {
  symbol: string;
  choice: Look;
  onChoice: (part: Partial<Look>) => void;
  volume: VolumeKind | null;
  plot: Plot | null;
  table: boolean;
  onTable: (shown: boolean) => void;
  /** The menu of drawings. */
  children: ReactNode;
};

/** What is above the picture of the active chart: interval, style, indicators, drawings, and what can be done with the whole of it. */
export function Toolbar(props: Props) {
  const { symbol, choice, onChoice, volume, plot, table, onTable, children } = props;
  const { interval, style, indicators, compare } = choice;
  return (
    <>
      <SegmentedControl
        id={KEY_PLACES.interval}
        aria-label={tradeWords.interval}
        size="xs"
        value={interval}
        onChange={(value) => onChoice({ interval: value })}
        data={INTERVALS.map((value) => ({ value, label: value }))}
      />
      <Drop label={words.styleNow(words.styles[style])} icon={<ChartCandlestick size={14} aria-hidden />}>
        <SegmentedControl
          aria-label={words.style}
          size="xs"
          value={style}
          onChange={(value) => onChoice({ style: value })}
          data={STYLES.map((value) => ({ value, label: words.styles[value] }))}
        />
        <ScaleChoice compares={compare.some((other) => other !== symbol)} />
      </Drop>
      <IndicatorMenu chosen={indicators} volume={volume} onChange={(next) => onChoice({ indicators: next })} />
      <CompareMenu symbol={symbol} compared={compare} onChange={(next) => onChoice({ compare: next })} />
      {children}
      <Tool label={words.reset} icon={LocateFixed} onClick={() => plot?.reset()} />
      <Tool
        label={table ? words.hideTable : words.showTable}
        icon={TableProperties}
        aria-expanded={table}
        onClick={() => onTable(!table)}
      />
      <TicksMenu symbol={symbol} />
      <Tool
        label={words.picture}
        icon={Camera}
        onClick={() => savePicture(plot, words.pictureName(symbol, interval))}
      />
    </>
  );
}

type ToolProps = Pick<AriaAttributes, 'aria-expanded' | 'aria-pressed'> & {
  label: string;
  icon: LucideIcon;
  onClick: () => void;
};

export function Tool({ label, icon: Icon, ...rest }: ToolProps) {
  return (
    <ActionIcon variant="default" size={24} aria-label={label} title={label} {...rest}>
      <Icon size={14} aria-hidden />
    </ActionIcon>
  );
}

function savePicture(plot: Plot | null, name: string): void {
  plot?.picture().toBlob((blob) => {
    if (blob === null) return;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    URL.revokeObjectURL(link.href);
  });
}
