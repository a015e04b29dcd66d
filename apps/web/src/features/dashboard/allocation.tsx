import type { Account, Instrument, Trade } from '@clearbook/contracts';
import { dashboardWords, tradeWords } from '@clearbook/contracts/words/trading';
import { homeWords as words } from '@clearbook/contracts/words/home';
import { useQuery } from '@tanstack/react-query';
import { STORED } from '../../app/storage-names.ts';
import { centsText, roundHalfEven, toCents } from '../../lib/decimal.ts';
import { formatSymbol } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useStored } from '../../lib/stored.ts';
import { useInstruments } from '../../lib/use-instruments.ts';
import { Amount } from '../../ui/amount.tsx';
import { Panel } from '../../ui/panel.tsx';
import classes from './dashboard.module.css';

type Part = { key: string; name: string; cents: bigint; assets: readonly { name: string; cents: bigint }[] };
const CLASSES = ['forex', 'crypto', 'stock'] as const;

/** Where the balance is: free, on its way out, or collateral, by class and asset. Nothing where there is none. */
export function Allocation() {
  const account = useQuery(queries.account()).data;
  const trades = useQuery(queries.trades('active')).data;
  const { bySymbol } = useInstruments();
  const [visible] = useStored(STORED.visible, 'true');
  if (account === undefined || trades === undefined || trades.length === 0) return null;
  const parts = partsOf(account, trades, bySymbol);
  const total = parts.reduce((sum, { cents }) => sum + cents, 0n);
  if (total <= 0n) return null;
  const amount = (cents: bigint) => (visible === 'false' ? dashboardWords.hidden : <Amount value={centsText(cents)} />);
  return (
    <Panel title={words.allocation}>
      <div className={classes.shares} aria-hidden>
        {parts.map(({ key, cents }) => (
          <span key={key} data-part={key} style={{ flexGrow: Number((cents * 1_000n) / total) }} />
        ))}
      </div>
      <dl className={classes.allocation}>
        {parts.map(({ key, name, cents, assets }) => (
          <div key={key}>
            <dt data-part={key}>{name}</dt>
            <dd>
              {amount(cents)} <span className={classes.sharePercent}>{percentOf(cents, total)}</span>
            </dd>
            {assets.map((asset) => (
              <dd key={asset.name} className={classes.shareAsset}>
                <span>{asset.name}</span>
                <span>
                  {amount(asset.cents)} <span className={classes.sharePercent}>{percentOf(asset.cents, total)}</span>
                </span>
              </dd>
            ))}
          </div>
        ))}
      </dl>
      <p className={classes.shareText}>{words.allocationText}</p>
    </Panel>
  );
}

function percentOf(cents: bigint, total: bigint): string {
  const tenths = roundHalfEven(cents * 1_000n, total);
  return words.percent(`${tenths / 10n}.${tenths % 10n}`);
}

function partsOf(account: Account, trades: readonly Trade[], bySymbol: ReadonlyMap<string, Instrument>): Part[] {
  const ofClass = CLASSES.map((key): Part => {
    const bySymbolOf = new Map<string, bigint>();
    for (const { symbol, amount } of trades)
      if (bySymbol.get(symbol)?.class === key)
        bySymbolOf.set(symbol, (bySymbolOf.get(symbol) ?? 0n) + toCents(amount.amount));
    const assets = [...bySymbolOf]
      .map(([symbol, cents]) => ({ name: formatSymbol(symbol, key), cents }))
      .toSorted((a, b) => (a.cents < b.cents ? 1 : -1));
    return { key, name: tradeWords.classes[key], assets, cents: assets.reduce((sum, { cents }) => sum + cents, 0n) };
  });
  const rest: Part[] = [
    { key: 'free', name: words.free, cents: toCents(account.available.amount), assets: [] },
    { key: 'withdrawing', name: words.withdrawing, cents: toCents(account.withdrawing.amount), assets: [] },
  ];
  return [...ofClass, ...rest].filter(({ cents }) => cents > 0n);
}
