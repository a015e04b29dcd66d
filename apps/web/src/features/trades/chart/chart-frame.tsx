import type { Instrument } from '@clearbook/contracts';
import { panelWords } from '@clearbook/contracts/words/chart-panels';
import { useAppearance } from '../../../lib/appearance.ts';
import classes from './chart.module.css';
import { QuoteHead } from '../../../ui/quote-head.tsx';

/** Third-party code, two frames away: the server's own page, which runs nothing, shows it under its own origin. */
export default function ChartFrame({ instrument }: { instrument: Instrument }) {
  // Drawn again in the other theme when that changes.
  useAppearance();
  const theme = document.documentElement.getAttribute('data-mantine-color-scheme') === 'dark' ? 'dark' : 'light';
  const query = new URLSearchParams({ symbol: instrument.symbol, theme });
  return (
    <div className={classes.fill}>
      <QuoteHead instrument={instrument} />
      <iframe
        key={query.toString()}
        className={classes.frame}
        title={panelWords.frame(instrument.name)}
        src={`/chart-frame?${query}`}
        // For the frame inside it, which is the third party's own: the page between holds no script.
        sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
      />
      <p className={classes.hint}>{panelWords.frameNote}</p>
    </div>
  );
}
