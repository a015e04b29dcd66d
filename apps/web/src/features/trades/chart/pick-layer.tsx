import { Button } from '@mantine/core';
import { sizeWords as words } from '@clearbook/contracts/words/size';
import { useEffect, useRef, useState } from 'react';
import { formatPrice } from '../../../lib/format.ts';
import { type PricePick, wantPrice } from '../price-pick.ts';
import classes from './chart.module.css';
import { spotOf } from './geometry.ts';
import type { Plot } from './plot.ts';

type Props = { plot: Plot; digits: number; pick: PricePick };

/** Lies over the chart while a field of the ticket waits for a price: a click gives it the one that is under the pointer. */
export default function PickLayer({ plot, digits, pick }: Props) {
  const [at, setAt] = useState<{ y: number; price: string } | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    button.current?.focus({ preventScroll: true });
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      done(pick, null);
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [pick]);
  const under = (y: number) => {
    const price = plot.priceAt(y);
    return price === null || price <= 0 || y > plot.paneHeight() ? null : { y, price: price.toFixed(digits) };
  };
  return (
    <div className={classes.layer}>
      <div
        className={classes.canvasLayer}
        onPointerMove={(event) => setAt(under(spotOf(event).y))}
        onPointerLeave={() => setAt(null)}
        onClick={(event) => {
          const found = under(spotOf(event).y);
          if (found !== null) done(pick, found.price);
        }}
      />
      {at !== null && (
        <div className={classes.pickLine} style={{ top: at.y }} aria-hidden>
          <span>{formatPrice(at.price, digits)}</span>
        </div>
      )}
      <div className={classes.hintBar}>
        <span>{words.pickHint(pick.field)}</span>
        <Button ref={button} variant="default" size="compact-xs" onClick={() => done(pick, null)}>
          {words.stopPicking}
        </Button>
      </div>
    </div>
  );
}

function done(pick: PricePick, price: string | null): void {
  wantPrice(null);
  pick.onDone(price);
}
