import type { Trade } from '@clearbook/contracts';
import { useState } from 'react';
import { useInstruments } from '../../lib/use-instruments.ts';
import { CloseDialog } from './close-dialog.tsx';
import { TradeDrawer } from './trade-drawer.tsx';

/** One trade beside any page that names it: what is known about it, and the way to close it. */
export function TradeDetails({ id, onClose }: { id: string | null; onClose: () => void }) {
  const [closing, setClosing] = useState<Trade | null>(null);
  const { bySymbol } = useInstruments();
  return (
    <>
      <TradeDrawer id={id} onClose={onClose} onCloseTrade={setClosing} />
      <CloseDialog
        trade={closing}
        instrument={closing === null ? undefined : bySymbol.get(closing.symbol)}
        onClose={() => setClosing(null)}
      />
    </>
  );
}
