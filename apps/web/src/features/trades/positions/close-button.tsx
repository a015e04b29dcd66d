import { Button } from '@mantine/core';
import type { Instrument, Trade } from '@clearbook/contracts';
import { tradeWords as words } from '@clearbook/contracts/words/trading';
import { useNoFreshPrice } from '../../../lib/realtime.ts';
import { symbolsFor } from '../../../lib/ticket.ts';

type Props = {
  trade: Trade;
  instrument: Instrument | undefined;
  size?: 'compact-sm' | 'sm';
  onClose: (trade: Trade) => void;
};

/** Off while nobody knows what the trade would close at. */
export function CloseButton({ trade, instrument, size = 'compact-sm', onClose }: Props) {
  const off = useNoFreshPrice(instrument === undefined ? [] : symbolsFor(instrument));
  return (
    <Button variant="default" size={size} disabled={off} onClick={() => onClose(trade)}>
      {words.closeButton}
    </Button>
  );
}
