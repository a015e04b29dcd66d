import { Select } from '@mantine/core';
import { appearanceWords as words } from '@clearbook/contracts/words/palette';
import { useMemo } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { deviceZone, useZone, UTC, zones } from '../../lib/zone.ts';

/** The zone in which this device shows times of day. UTC and the device's own come first. */
export function ZoneChoice() {
  const [zone, setZone] = useZone();
  const data = useMemo(optionsOf, []);
  return (
    <Select
      mt={8}
      aria-label={words.zone}
      searchable
      allowDeselect={false}
      nothingFoundMessage={words.zoneNone}
      withScrollArea={false}
      styles={{ options: { maxHeight: 320, overflowY: 'auto' } }}
      description={words.zoneNow(formatDateTime(new Date().toISOString()))}
      inputWrapperOrder={['input', 'description']}
      data={data}
      value={zone}
      onChange={(chosen) => chosen !== null && setZone(chosen)}
    />
  );
}

function optionsOf() {
  const own = deviceZone();
  const names = [...new Set([UTC, own, ...zones()])];
  const label = (name: string) => name.replaceAll('_', ' ');
  return names.map((value) => ({
    value,
    label: value === own && own !== UTC ? words.zoneDevice(label(value)) : label(value),
  }));
}
