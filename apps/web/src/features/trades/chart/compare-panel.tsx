import { CloseButton } from '@mantine/core';
import { MAX_COMPARED } from '@clearbook/contracts/chart';
import { messages } from '@clearbook/contracts/messages';
import { panelWords } from '@clearbook/contracts/words/chart-panels';
import { fullNameOf, matchesAsset } from '@clearbook/domain/market';
import { useState } from 'react';
import { formatSymbol } from '../../../lib/format.ts';
import { useInstruments } from '../../../lib/use-instruments.ts';
import classes from './chart.module.css';
import { FindOffer } from './find-offer.tsx';

type Props = { symbol: string; compared: readonly string[]; onChange: (compared: string[]) => void };

/** What is compared, and what can be added. */
export default function ComparePanel({ symbol, compared, onChange }: Props) {
  const { list = [], bySymbol } = useInstruments();
  const [wanted, setWanted] = useState('');
  const offered = list.filter(
    (one) => one.symbol !== symbol && !compared.includes(one.symbol) && matchesAsset(one.symbol, wanted),
  );
  const full = compared.length >= MAX_COMPARED;
  const add = (added: string | undefined) => {
    if (added !== undefined && !full) onChange([...compared, added]);
  };
  return (
    <>
      {compared.length === 0 ? (
        <p className={classes.hint}>{panelWords.nothingCompared}</p>
      ) : (
        <ul className={classes.rows} aria-label={panelWords.compared}>
          {compared.map((one) => {
            const name = formatSymbol(one, bySymbol.get(one)?.class);
            return (
              <li key={one} className={classes.row}>
                <div className={classes.rowHead}>
                  <strong>{name}</strong>
                  <CloseButton
                    size="sm"
                    aria-label={panelWords.removeCompared(name)}
                    onClick={() => onChange(compared.filter((other) => other !== one))}
                  />
                </div>
              </li>
            );
          })}
        </ul>
      )}
      <FindOffer
        label={panelWords.findAsset}
        wanted={wanted}
        onWanted={setWanted}
        onEnter={() => add(offered[0]?.symbol)}
      />
      {full && <p className={classes.hint}>{messages.chart.compare}</p>}
      <ul className={classes.offers} aria-label={panelWords.addAsset}>
        {offered.map((one) => (
          <li key={one.symbol}>
            <button type="button" className={classes.offer} disabled={full} onClick={() => add(one.symbol)}>
              <span>{formatSymbol(one.symbol, one.class)}</span>
              <span className={classes.short}>{fullNameOf(one.symbol)}</span>
            </button>
          </li>
        ))}
        {offered.length === 0 && <li className={classes.hint}>{panelWords.noAsset}</li>}
      </ul>
    </>
  );
}
