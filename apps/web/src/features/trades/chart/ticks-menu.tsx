import { chartWords as words } from '@clearbook/contracts/words/chart';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { later } from '../../../lib/part.ts';
import { queries } from '../../../lib/queries.ts';
import { Drop } from './drop.tsx';

/** Fetched when it is first opened. */
const TicksForm = later(() => import('./ticks-form.tsx'));

/** A day's quotes as a file, where the market can say them again. */
export function TicksMenu({ symbol }: { symbol: string }) {
  const { data } = useQuery(queries.marketStatus());
  const first = data?.ticks_from?.slice(0, 10);
  if (first === undefined) return null;
  return (
    <Drop label={words.ticksFile} icon={<Download size={14} aria-hidden />}>
      <TicksForm symbol={symbol} first={first} />
    </Drop>
  );
}
