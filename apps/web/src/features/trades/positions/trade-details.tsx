import type { Trade } from '@clearbook/contracts';
import { Suspense, useState } from 'react';
import { later } from '../../../lib/part.ts';
import { useInstruments } from '../../../lib/use-instruments.ts';

const CloseDialog = later(async () => ({ default: (await import('./close-dialog.tsx')).CloseDialog }));
const TradeDrawer = later(async () => ({ default: (await import('./trade-drawer.tsx')).TradeDrawer }));

/** One trade beside any page that names it: what is known about it, and the way to close it. Both come when first asked for. */
export function TradeDetails({ id, onClose }: { id: string | null; onClose: () => void }) {
  const [closing, setClosing] = useState<Trade | null>(null);
  const [asked, setAsked] = useState(false);
  const [askedToClose, setAskedToClose] = useState(false);
  const { bySymbol } = useInstruments();
  if (id !== null && !asked) setAsked(true);
  if (closing !== null && !askedToClose) setAskedToClose(true);
  return (
    <Suspense fallback={null}>
      {asked && <TradeDrawer id={id} onClose={onClose} onCloseTrade={setClosing} />}
      {askedToClose && (
        <CloseDialog
          trade={closing}
          instrument={closing === null ? undefined : bySymbol.get(closing.symbol)}
          onClose={() => setClosing(null)}
        />
      )}
    </Suspense>
  );
}
