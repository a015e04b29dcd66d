import { chartWords as words, indicatorWords } from '@clearbook/contracts/words/chart';
import { definitionOf, type IndicatorId } from '@clearbook/domain/indicators';
import type { VolumeKind } from './candles.ts';

/** The name of an indicator where this is what the chart's volume counts. */
export function nameOf(id: IndicatorId, volume: VolumeKind | null): string {
  return id === 'volume' && volume === 'ticks' ? words.tickVolume : indicatorWords[id].name;
}

/** The short one, which says of every indicator of volume that it goes by ticks. */
export function shortNameOf(id: IndicatorId, volume: VolumeKind | null): string {
  if (volume !== 'ticks' || definitionOf(id).needsVolume !== true) return indicatorWords[id].short;
  return id === 'volume' ? words.tickVolumeShort : `${indicatorWords[id].short} ${words.ticks}`;
}
